import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const fileIn = (dataDir: string) => join(dataDir, 'imported.json')

/** Notes in a project's folder what it was imported from, for whoever resets it. */
export function noteImport(dataDir: string, from: readonly string[]): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(fileIn(dataDir), JSON.stringify(from.map(withoutPassword)), { mode: 0o600 })
}

/** The command that imports the project again; null if it was not imported. */
export function notedImport(dataDir: string): string | null {
  try {
    const from: string[] = JSON.parse(readFileSync(fileIn(dataDir), 'utf8'))
    return ['platform import', ...from.map((one) => `--from '${one}'`)].join(' ')
  } catch {
    return null
  }
}

export const forgetImport = (dataDir: string): void => rmSync(fileIn(dataDir), { force: true })

function withoutPassword(from: string): string {
  if (!from.includes('://')) return from
  const address = new URL(from)
  address.password = ''

  return address.href
}
