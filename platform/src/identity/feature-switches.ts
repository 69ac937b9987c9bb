import { type Database, theServer } from '#db/database.ts'
import { keepCurrent } from '#db/keep-current.ts'
import type { Log } from '#log/log.ts'

/** What an operator can switch off on all servers without a deploy. */
export const FEATURES = ['passkeys', 'saml', 'oauth-server', 'github-app'] as const
export type Feature = (typeof FEATURES)[number]

export type FeatureSwitches = { isOff(feature: Feature): boolean; close(): Promise<void> }

/** Nothing is switched off, and nobody listens. For commands. */
export const allOn: Pick<FeatureSwitches, 'isOff'> = { isOff: () => false }

const KEY = 'features_off'
const CHANNEL = 'feature_switches'

/** Reads what is switched off, and again whenever it changes on any server. */
export async function openFeatureSwitches(db: Database, log: Log): Promise<FeatureSwitches> {
  let off: readonly string[] = []
  const read = async () => {
    off = await featuresOff(db)
  }
  const onFailure = (err: unknown) => log.error({ err }, 'feature switches reload failed')
  const close = await keepCurrent({ db, channel: CHANNEL, read, onFailure })

  return { isOff: (feature) => off.includes(feature), close }
}

export async function featuresOff(db: Database): Promise<string[]> {
  const { rows } = await db.ask<{ features: string[] }>(theServer, {
    text: `select value as features from ops.app_settings where key = $1`,
    values: [KEY],
  })

  return rows[0]?.features ?? []
}

/** Kept over restarts. Running servers follow at once. */
export async function switchFeature(db: Database, feature: Feature, isOn: boolean): Promise<void> {
  await db.as(theServer, async (sql) => {
    await sql.query(
      `insert into ops.app_settings as kept (key, value)
       values ($1, case when $3 then '[]'::jsonb else jsonb_build_array($2::text) end)
       on conflict (key) do update
          set value = case when $3 then kept.value - $2::text
                           else (kept.value - $2::text) || jsonb_build_array($2::text) end,
              updated_at = ops.now()`,
      [KEY, feature, isOn],
    )
    await sql.query(`select pg_notify($1, '')`, [CHANNEL])
  })
}
