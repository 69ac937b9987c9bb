import type { Sql } from '@app/platform/db/database.ts'

export type WantedCheckout = {
  userId: string
  planId: string
  variantId: string
  successUrl: string
  cancelUrl: string
}

/** A checkout link created for the same request in the last 30 minutes and not yet paid. */
export async function findGivenUrl(sql: Sql, wanted: WantedCheckout): Promise<string | null> {
  const { rows } = await sql.query<{ url: string }>(
    `select url from public.checkouts
      where user_id = $1 and plan_id = $2 and variant_id = $3 and success_url = $4 and cancel_url = $5
        and url is not null and completed_at is null
        and created_at > app.now() - interval '30 minutes' and expires_at > app.now()
      order by created_at desc
      limit 1`,
    [wanted.userId, wanted.planId, wanted.variantId, wanted.successUrl, wanted.cancelUrl],
  )

  return rows[0]?.url ?? null
}

/** Inserted before the provider is called, because the id is sent along. */
export async function insertCheckout(sql: Sql, wanted: WantedCheckout): Promise<string> {
  const { rows } = await sql.query<{ id: string }>(
    `insert into public.checkouts (user_id, plan_id, variant_id, success_url, cancel_url)
     values ($1, $2, $3, $4, $5)
     returning id`,
    [wanted.userId, wanted.planId, wanted.variantId, wanted.successUrl, wanted.cancelUrl],
  )

  return rows[0]?.id ?? ''
}

type Opened = {
  id: string
  providerId: string
  url: string
  expiresAt: string | Date
  /** By the provider's clock, if the provider reports it. */
  createdAt: string | null
}

/** Returns false if the member has deleted their account in the meantime. */
export async function openCheckout(
  sql: Sql,
  { id, providerId, url, expiresAt, createdAt }: Opened,
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `update public.checkouts set provider_id = $2, url = $3, expires_at = $4, provider_created_at = $5
      where id = $1 and user_id is not null`,
    [id, providerId, url, expiresAt, createdAt],
  )

  return rowCount > 0
}

/** Its link was never given to a member. */
export async function deleteCheckout(sql: Sql, id: string): Promise<void> {
  await sql.query('delete from public.checkouts where id = $1 and url is null', [id])
}

export type Bought = {
  userId: string
  variantId: string
  subscriptionId: string
  boughtAt: string
}

/** Completes the newest checkout that began before. Its link is no longer needed. */
export async function completeCheckout(
  sql: Sql,
  { userId, variantId, subscriptionId, boughtAt }: Bought,
): Promise<void> {
  await sql.query(
    `update public.checkouts
        set completed_at = app.now(), url = null, lemon_squeezy_subscription_id = $3
      where id = (select id from public.checkouts
                   where user_id = $1 and variant_id = $2 and completed_at is null
                     and ${BEGAN} <= $4::timestamptz
                   order by created_at desc
                   limit 1)`,
    [userId, variantId, subscriptionId, boughtAt],
  )
}

/**
 * Uses the provider's clock, which also times purchases. If missing, our clock is used without tolerance: an admin can still assign a
 * wrongly refused purchase.
 */
const BEGAN = `coalesce(checkouts.provider_created_at, checkouts.created_at)`

/**
 * The member of a checkout; null: their account was deleted. undefined: no checkout of this variant began before the time.
 */
export async function checkoutOwner(
  sql: Sql,
  id: string,
  { variantId, before }: { variantId: string; before: string },
): Promise<string | null | undefined> {
  const { rows } = await sql.query<{ user_id: string | null }>(
    `select user_id from public.checkouts
      where id = $1 and variant_id = $2 and (user_id is null or ${BEGAN} <= $3::timestamptz)`,
    [id, variantId, before],
  )

  return rows[0]?.user_id
}

/** Whether the member began to buy this variant before the given time. */
export async function hasBegun(
  sql: Sql,
  userId: string,
  { variantId, before }: { variantId: string; before: string },
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `select from public.checkouts
      where user_id = $1 and variant_id = $2 and ${BEGAN} <= $3::timestamptz
      limit 1`,
    [userId, variantId, before],
  )

  return rowCount > 0
}

/** The account with this confirmed address that began to buy the variant within the previous day. */
export async function buyerByAddress(
  sql: Sql,
  { email, variantId, at }: { email: string; variantId: string; at: string },
): Promise<string | null> {
  const { rows } = await sql.query<{ user_id: string }>(
    `select user_id
       from public.checkouts
       join auth.users on users.id = user_id
      where lower(users.email) = lower($1) and users.email_confirmed_at is not null and users.deleted_at is null
        and variant_id = $2
        and ${BEGAN} between $3::timestamptz - interval '24 hours' and $3::timestamptz
      limit 1`,
    [email, variantId, at],
  )

  return rows[0]?.user_id ?? null
}

/** When the oldest checkout began that may be paid without our knowledge. */
export async function oldestOpen(sql: Sql): Promise<Date | null> {
  const { rows } = await sql.query<{ since: Date | null }>(
    `select min(created_at) as since from public.checkouts
      where completed_at is null and provider_id is not null and created_at > app.now() - interval '48 hours'`,
  )

  return rows[0]?.since ?? null
}

/** Deletes checkouts that were never paid, and those of deleted accounts. */
export async function deleteOldCheckouts(sql: Sql, most: number): Promise<number> {
  const { rowCount } = await sql.query(
    `delete from public.checkouts
      where id in (select id from public.checkouts
                    where (completed_at is null and created_at < app.now() - interval '30 days'
                           and user_id is not null)
                       or (user_id is null and created_at < app.now() - interval '400 days')
                    limit $1)`,
    [most],
  )

  return rowCount
}
