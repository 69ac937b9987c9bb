import { type Database, type Statement, theServer } from '@app/platform/db/database.ts'
import { deleteOutdated } from '@app/platform/db/in-batches.ts'

export type Asset = { path: string; type: string; body: Uint8Array }

/** Marks the paths as used, and returns those that are not stored yet. */
export async function markUsed(db: Database, paths: readonly string[]): Promise<string[]> {
  const { rows } = await db.ask<{ path: string }>(theServer, {
    text: `with used as (
             update app.web_assets set used_at = now() where path = any ($1) returning path
           )
           select path from unnest($1::text[]) as path where path not in (select path from used)`,
    values: [paths],
  })

  return rows.map(({ path }) => path)
}

export async function insertAssets(db: Database, assets: readonly Asset[]): Promise<void> {
  const statements = assets.map(
    ({ path, type, body }): Statement => ({
      text: 'insert into app.web_assets (path, type, body) values ($1, $2, $3) on conflict do nothing',
      values: [path, type, Buffer.from(body.buffer, body.byteOffset, body.byteLength)],
    }),
  )

  await db.askAll(theServer, statements)
}

export async function deleteUnused(db: Database): Promise<void> {
  await deleteOutdated(db, {
    table: 'app.web_assets',
    where: `used_at < now() - interval '14 days'`,
  })
}

export async function findAsset(db: Database, path: string): Promise<Omit<Asset, 'path'> | null> {
  const { rows } = await db.ask<{ type: Buffer; body: Buffer }>(theServer, {
    text: 'select type, body from app.web_assets where path = $1',
    values: [path],
    binary: true,
  })
  const [found] = rows

  return found ? { type: found.type.toString(), body: found.body } : null
}
