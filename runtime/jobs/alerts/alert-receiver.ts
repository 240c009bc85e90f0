/** Receives alerts over HTTP. */
export interface AlertReceiver {
  /** Sends an alert. Resolves when it was accepted. Throws an Error whose message contains no secret. */
  send(alert: { readonly id: string; readonly payload: string }, signal: AbortSignal): Promise<void>;
}
