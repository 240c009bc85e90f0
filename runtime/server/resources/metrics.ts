import { text } from '../http/respond.ts';
import type { Services } from '../http/services.ts';

/** GET /metrics: all metrics in the format OpenMetrics 1.0. */
export async function getMetrics(_: Request, { metrics }: Services): Promise<Response> {
  const [type = ''] = metrics.contentType.split('; charset');
  return text(await metrics.text(), type);
}
