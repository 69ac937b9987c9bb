/**
 * Prints on stdout that the server accepts requests. Programs that start the server wait for this line, so it is independent of the log
 * level; in production it is JSON.
 */
export function announceReady(
  listening: string,
  { isProduction, siteUrl }: { isProduction: boolean; siteUrl?: string },
): void {
  const url = underSiteName(listening, siteUrl)
  const line = { level: 'info', time: new Date().toISOString(), url, msg: 'ready' }

  process.stdout.write(isProduction ? `${JSON.stringify(line)}\n` : `ready ${url}\n`)
}

/** People open what they read here, and passkeys exist only under the name of this machine. */
function underSiteName(listening: string, siteUrl: string | undefined): string {
  const isByName = siteUrl !== undefined && new URL(siteUrl).hostname === 'localhost'

  return isByName ? listening.replace('//127.0.0.1:', '//localhost:') : listening
}
