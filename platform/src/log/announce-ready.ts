/**
 * Says on stdout that a server takes requests. Programs that start it wait for this line, so no log level leaves it
 * out; in production it is one of the JSON lines.
 */
export function announceReady(url: string, { isProduction }: { isProduction: boolean }): void {
  const line = { level: 'info', time: new Date().toISOString(), url, msg: 'ready' }

  process.stdout.write(isProduction ? `${JSON.stringify(line)}\n` : `ready ${url}\n`)
}
