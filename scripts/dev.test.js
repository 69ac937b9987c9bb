import { once } from 'node:events'
import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { root } from './root.js'
import {
  descendantsOf,
  hasProc,
  isAlive,
  newEnvironment,
  processTree,
  run,
  waitUntil,
} from './test-processes.js'

let env
beforeAll(async () => {
  env = await newEnvironment()
})

test.runIf(hasProc)(
  'npm run dev serves pages from source, restarts the server after a change, and ends whole',
  { timeout: 300_000 },
  async () => {
    const url = `http://127.0.0.1:${env.PORT}`
    const { npm, lines } = run(['npm', 'run', 'dev'], env)
    const read = linesOf(lines)
    await read(/^ready http/)

    const page = await fetch(url)
    const html = await page.text()
    const boot = await fetch(`${url}/src/app/boot.ts`)
    const lockFile = await fetch(`${url}/@fs${root}package-lock.json`)
    expect(page.status).toBe(200)
    expect(html).toContain('<script type="module" src="/src/app/boot.ts"')
    expect(html).toContain('<link rel="stylesheet" href="/src/app/landing.css">')
    expect(page.headers.get('content-security-policy')).toMatch(
      /script-src 'self' 'sha256-[^']+'; style-src 'self';/,
    )
    expect(boot.headers.get('content-type')).toBe('text/javascript')
    expect(await boot.text()).toContain('/@vite/client')
    expect(lockFile.status).toBe(403)

    const before = descendantsOf(npm.pid)
    const now = new Date()
    utimesSync(join(root, 'server/src/compose/main.ts'), now, now)
    await read(/^server restarted/)
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    expect(before.filter((pid) => !isAlive(pid))).toHaveLength(1)

    const processes = processTree(npm.pid)
    npm.kill('SIGTERM')
    await once(npm, 'exit')
    await waitUntil(() => !processes.some(isAlive))
    expect(processes.length).toBeGreaterThan(3)
  },
)

/** Reads on until a line matches. */
function linesOf(lines) {
  const unread = lines[Symbol.asyncIterator]()

  return async (pattern) => {
    for (;;) {
      const { value, done } = await unread.next()
      if (done) throw new Error(`The output ended without ${pattern}`)
      if (pattern.test(value)) return
    }
  }
}
