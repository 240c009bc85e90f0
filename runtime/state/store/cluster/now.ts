/** The time of the database in milliseconds since 1970, as SQL. The clocks of machines may differ. */
export const NOW = 'CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)';

/** A lease that was not renewed for this time is lost, in milliseconds. */
export const LEASE_MS = 15_000;
