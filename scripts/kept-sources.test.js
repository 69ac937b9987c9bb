import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const CACHE = join(import.meta.dirname, '../.cache')
const VITEST = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs')

const FILES = {
  'vitest.config.mjs': `
    import { readKeptSourcesAsText } from '${join(import.meta.dirname, 'kept-sources.js')}'
    readKeptSourcesAsText()
    const experimental = { fsModuleCache: true, fsModuleCachePath: import.meta.dirname + '/kept' }
    export default { test: { globalSetup: './set-up.ts', include: ['*.test.ts'], experimental } }`,
  'set-up.ts': `
    export function setup(): void {
      throw new Error('no database listens')
    }`,
  'empty.test.ts': `import { test } from 'vitest'\ntest('nothing', () => {})`,
}

test('an error of a global set-up is printed, with its line, when compiled sources are kept', () => {
  mkdirSync(CACHE, { recursive: true })
  const folder = mkdtempSync(join(CACHE, 'set-up-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text)
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined }
  const run = () =>
    spawnSync(process.execPath, [VITEST, 'run'], { cwd: folder, env, encoding: 'utf8' })

  // The second one reads what the first one kept.
  const outputs = [run(), run()].map(({ stdout, stderr }) => `${stdout}${stderr}`)

  for (const output of outputs) {
    expect(output).toContain('no database listens')
    expect(output).toContain('set-up.ts:3:13')
    expect(output).not.toContain('charCodeAt')
  }
})
