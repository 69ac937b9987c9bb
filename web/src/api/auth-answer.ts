/** Whether a mail link or a provider has just answered in the address; only the application can read that answer. */
export function carriesAuthAnswer(hash: string): boolean {
  return hash.includes('error_code=') || hash.includes('access_token=')
}
