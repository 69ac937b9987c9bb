import { announceReady } from '@app/platform/log/announce-ready.ts'
import type { Config } from '#config/config.ts'
import { demoAccounts } from './demo.ts'
import { productRelease } from './folders.ts'

/** Prints where the product runs; scripts wait for the last line. */
export function announce(config: Config, url: string): void {
  const lines = config.isProduction ? [] : [...places(config), ...accounts(config)]

  if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`)
  announceReady(url, config)
}

function places({ databaseUrl, dataDir, standins, siteUrl }: Config): string[] {
  return [
    '',
    `  Gitferry       ${siteUrl}`,
    `  Database       ${databaseUrl ? 'PostgreSQL (DATABASE_URL)' : `embedded, in ${dataDir}`}`,
    // A release cannot build it.
    ...(productRelease().revision === null
      ? [
          `  ${'Extension'.padEnd(14)} npm run extension, then "Load unpacked" in chrome://extensions: extension/dist/chrome`,
        ]
      : []),
    ...standins.map(({ name, url }) => `  ${name.padEnd(14)} ${url}  (local stand-in)`),
  ]
}

function accounts({ seed }: Config): string[] {
  if (seed !== 'demo') return ['']

  return [
    '',
    '  Demo accounts, on this machine only:',
    ...demoAccounts.map(({ who, email, password }) => `  ${who.padEnd(14)} ${email}  ${password}`),
    '',
  ]
}
