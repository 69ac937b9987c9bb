import { Hono } from 'hono'
import type { Limits } from '#github/memory/limits.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import { fieldsOf, InvalidInput, readJson } from '#runtime/fields.ts'

/** `PUT limits {"listedEntries":10,"creationsPerMinute":null}`; what is left out stays as it is. */
export const limitControl = ({ memory: { limits } }: GithubNeeds): Hono =>
  new Hono()
    .get('/limits', (c) => c.json(limits.state))
    .put('/limits', async (c) => {
      const input = await readJson(c.req)
      const changes = readLimits(limits.state, input)
      await limits.change((state) => Object.assign(state, changes))
      return c.json(limits.state)
    })

function readLimits(known: Limits, input: unknown): Partial<Limits> {
  const fields = fieldsOf(input)

  return Object.fromEntries(
    Object.keys(input as object).map((name) => {
      if (!(name in known)) throw new InvalidInput(`There is no limit "${name}".`)
      if (name === 'countsGitObjects') return [name, fields.flag(name)]
      return [name, fields.value(name) === null ? null : fields.integer(name)]
    }),
  )
}
