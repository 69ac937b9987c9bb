/** Where the identity client keeps the session. The extension looks under the same name. */
export function sessionStorageKey(hostname: string): string {
  return `sb-${hostname.split('.')[0]}-auth-token`
}
