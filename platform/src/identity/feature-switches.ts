import { type Database, theServer } from '#db/database.ts'
import type { Log } from '#log/log.ts'

/** What an operator can switch off on all servers without a deploy. */
export const FEATURES = ['passkeys', 'saml', 'oauth-server'] as const
export type Feature = (typeof FEATURES)[number]

export type FeatureSwitches = { isOff(feature: Feature): boolean; close(): void }

/** Nothing is switched off, and nobody listens. For commands. */
export const allOn: Pick<FeatureSwitches, 'isOff'> = { isOff: () => false }

const KEY = 'features_off'
const CHANNEL = 'feature_switches'

/** Reads what is switched off, and again whenever it changes on any server. */
export async function openFeatureSwitches(db: Database, log: Log): Promise<FeatureSwitches> {
  let off = new Set<string>(await featuresOff(db))
  const readAgain = () => {
    featuresOff(db).then(
      (features) => {
        off = new Set(features)
      },
      (err: unknown) => log.warn({ err }, 'feature switches not read'),
    )
  }
  const close = await db.listen(CHANNEL, readAgain, readAgain)

  return { isOff: (feature) => off.has(feature), close }
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
