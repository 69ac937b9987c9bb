import { expect, test } from 'vitest'
import { useImports } from './import-server.ts'

/** Each takes a minute of real time, so the usual run leaves them out: `IMPORT_RUNS=100`. */
const RUNS = Number(process.env.IMPORT_RUNS ?? 0)

const imports = useImports()

test.runIf(RUNS > 0)(
  'no copy of many is public for more than 65 seconds',
  async () => {
    const { proMember, start, row, atGithub } = imports
    const started: string[] = []
    for (let i = 0; i < RUNS; i++) {
      const { member, source } = await proMember()
      const { status, body } = await start(member, source)
      expect(status).toBe(202)
      started.push(String(body.cloneId))
    }

    for (const id of started) {
      await expect
        .poll(async () => (await row(id))?.status, { timeout: 180_000, interval: 500 })
        .toBe('deleted')
      const copy = await row(id)
      const publicMs = Number(copy?.deleted_at) - Number(copy?.made_public_at)
      expect(publicMs).toBeGreaterThan(0)
      expect(publicMs).toBeLessThanOrEqual(65_000)
      expect(await atGithub(String(copy?.clone_full_name))).toBe('missing')
    }
  },
  600_000,
)
