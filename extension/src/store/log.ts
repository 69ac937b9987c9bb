import { withoutSecrets } from './secrets.ts'
import { local } from './storage.ts'

const MOST_LINES = 200

/** Lines for "Copy diagnosis". They stay in this browser. */
export async function note(line: string): Promise<void> {
  const entry = `${new Date().toISOString()} ${withoutSecrets(line).slice(0, 300)}`
  await local.change('log', (lines) => [...lines, entry].slice(-MOST_LINES))
}

export const lastLines = async (count: number): Promise<string[]> =>
  (await local.read('log')).slice(-count)
