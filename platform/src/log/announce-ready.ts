/**
 * Prints on stdout that the server accepts requests. Programs that start the server wait for this line, so it is independent of the log
 * level; in production it is JSON.
 */
export function announceReady(url: string, { isProduction }: { isProduction: boolean }): void {
  const line = { level: 'info', time: new Date().toISOString(), url, msg: 'ready' }

  process.stdout.write(isProduction ? `${JSON.stringify(line)}\n` : `ready ${url}\n`)
}
