import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '@app/platform/clock/clock.ts'
import type { Database } from '@app/platform/db/database.ts'
import { serverSql } from '@app/platform/db/server-sql.ts'
import { AppError } from '@app/platform/errors/app-error.ts'
import type { Take } from '@app/platform/limits/limit.ts'
import type { RateLimits } from '@app/platform/limits/rate-limits.ts'
import type { Log } from '@app/platform/log/log.ts'
import type { Billing } from '#billing/billing.ts'
import type { Config } from '#config/config.ts'
import type { ProductOutbox } from '#mails/templates.ts'
import { overBudget } from '#outside/lemon-squeezy/api.ts'
import { type LemonSqueezy, openLemonSqueezy } from '#outside/lemon-squeezy/lemon-squeezy.ts'

type Needs = {
  config: Pick<Config, 'lemonSqueezy' | 'siteUrl'>
  db: Database
  clock: Clock
  log: Log
  limits: RateLimits
  outbox: ProductOutbox
}

/** 240 requests a minute for all servers, and never more than the provider's limit of 300. */
const BUDGET: Take = { key: 'lemon-squeezy', limit: { burst: 60, perSecond: 4 } }
/** Jobs leave some for members, who wait for an answer. */
const FOR_JOBS: Take = { ...BUDGET, keep: 20 }
const HALF: Take = { key: 'lemon-squeezy reconciler', limit: { burst: 30, perSecond: 2 } }

/** The reconciler may wait. Others are refused immediately when the budget is used up. */
const RECONCILER_WAITS = 60

/** Composes billing, for requests and for jobs. */
export function openBilling({ config, ...needs }: Needs): { billing: Billing; forJobs: Billing } {
  const { siteUrl } = config
  const client = (takes: Take[], waits: number) => openClient(config, needs, takes, waits)
  const reconcilerProvider = client([FOR_JOBS, HALF], RECONCILER_WAITS)
  const common = { ...needs, siteUrl, reconcilerProvider }

  return {
    billing: { ...common, provider: client([BUDGET], 0) },
    forJobs: { ...common, provider: client([FOR_JOBS], 0) },
  }
}

function openClient(
  { lemonSqueezy: { url, apiKey, storeId, isTest, limits: callLimits } }: Needs['config'],
  { db, limits, log, clock }: Pick<Needs, 'db' | 'limits' | 'log' | 'clock'>,
  takes: Take[],
  waits: number,
): LemonSqueezy | null {
  if (apiKey === null || storeId === null) return null

  const takeRequest = async () => {
    for (let waited = 0; ; waited++) {
      const waitS = await secondsToWait(() => limits.takeAllIn(serverSql(db), takes))
      if (waitS === 0) return
      if (waited >= waits) throw overBudget(waitS)
      await pause(waitS * 1000)
    }
  }
  return openLemonSqueezy({
    url,
    apiKey,
    storeId,
    isTest,
    clock,
    log,
    takeRequest,
    limits: callLimits,
  })
}

async function secondsToWait(take: () => Promise<void>): Promise<number> {
  try {
    await take()
    return 0
  } catch (error) {
    if (error instanceof AppError && error.status === 429) return error.retryAfterS ?? 1
    throw error
  }
}
