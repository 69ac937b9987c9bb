import { Hono } from 'hono'
import type { GithubNeeds } from '#github/memory/needs.ts'
import { RESOURCES } from '#github/memory/rates.ts'
import type { ApiEnv } from './api-env.ts'
import { showRate } from './rate-limit.ts'

const WITHOUT_RATE = '2026-03-10'

/** Looking at the limits does not count against them. */
export const rateRoutes = ({ memory: { rates } }: GithubNeeds) =>
  new Hono<ApiEnv>().get('/rate_limit', (c) => {
    const who = c.get('counted')
    const core = rates.look(who, 'core')
    const resources = Object.fromEntries(RESOURCES.map((one) => [one, rates.look(who, one)]))
    showRate(c, 'core', core)

    return c.json(c.get('version') >= WITHOUT_RATE ? { resources } : { resources, rate: core })
  })
