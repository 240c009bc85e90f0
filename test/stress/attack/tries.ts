/** Number of tries of each suite: short in CI, `SPECMILL_ATTACK_TRIES` for more. */
export const TRIES = Number(process.env['SPECMILL_ATTACK_TRIES'] ?? 200);
