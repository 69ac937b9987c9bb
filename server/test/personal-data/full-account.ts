import { randomUUID } from 'node:crypto'
import { theServer } from '@app/platform/db/database.ts'
import { memberWithSession } from '@app/platform/test/identity/people.ts'
import { sendJob } from '#jobs/job-kinds.ts'
import { addRow } from '#test/add-row.ts'
import type { AuthServer } from '#test/auth-server.ts'

/** Appears in everything that this user has written. */
export const NAME = 'Wilhelmina Quist'

/** A user with a row in every table that can refer to them. */
export async function fullAccount(auth: AuthServer) {
  const member = await memberWithSession(auth, `quist-${randomUUID()}@example.test`)
  const other = await memberWithSession(auth)
  const { sql } = auth
  await account(auth, member)
  const projects = await work(auth, member.id, other.id)
  await billing(auth, member.id)
  await traces(auth, member)
  await sql('update public.users set display_name = $2, about = $2 where id = $1', [
    member.id,
    NAME,
  ])

  return { ...member, other, ...projects }
}

type Member = { id: string; email: string }

async function account({ sql }: AuthServer, { id, email }: Member) {
  await sql(
    `insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to)
     values ($1, 'recovery_token', repeat('a', 64), $2)`,
    [id, email],
  )
  await sql(
    `insert into auth.flow_state (user_id, authentication_method, provider, referrer)
     values ($1, 'oauth', 'github', 'https://quist.example.test')`,
    [id],
  )
  await sql(
    `insert into auth.mfa_factors (user_id, factor_type, friendly_name, secret_sealed)
     values ($1, 'totp', $2, 'enc1.secret')`,
    [id, NAME],
  )
  await sql(
    `insert into auth.webauthn_credentials (user_id, credential_id, public_key, friendly_name)
     values ($1, decode('00', 'hex'), decode('00', 'hex'), $2)`,
    [id, NAME],
  )
  await sql(
    `with client as (
       insert into auth.oauth_clients
         (client_type, registration_type, token_endpoint_auth_method, client_name, redirect_uris, grant_types,
          created_at, updated_at)
       values ('public', 'manual', 'none', 'Example App', array['https://app.example/'], array['authorization_code'],
               now(), now())
       returning id
     ), consent as (
       insert into auth.oauth_consents (user_id, client_id, scopes, granted_at)
       select $1, id, array['email'], now() from client
     )
     insert into auth.oauth_authorizations (client_id, user_id, redirect_uri, scopes, code_challenge, created_at)
     select id, $1, 'https://app.example/', array['email'], $2, now() from client`,
    [id, NAME],
  )
  await sql(`insert into auth.mfa_guesses (user_id, factor_type) values ($1, 'totp')`, [id])
}

async function work({ sql }: AuthServer, id: string, otherId: string) {
  const link = await addRow(sql, 'bolt_projects', { user_id: id, project_name: NAME })
  await sql('delete from public.bolt_projects where id = $1', [
    await addRow(sql, 'bolt_projects', { user_id: id, project_name: `${NAME}, thrown away` }),
  ])
  const [own] = await sql<{ id: string }>(
    'select id from public.projects where bolt_project_id = $1',
    [link],
  )
  const shared = await addRow(sql, 'projects', { owner_id: otherId, name: 'Shared' })
  await addRow(sql, 'project_members', { project_id: shared, user_id: id, role: 'editor' })
  const task = await addRow(sql, 'tasks', {
    project_id: shared,
    name: 'Stays',
    assignee_id: id,
    created_by: id,
  })
  await addRow(sql, 'project_invitations', {
    project_id: shared,
    email: 'guest@example.test',
    invited_by: id,
  })
  await addRow(sql, 'sync_events', {
    user_id: id,
    project_id: own?.id,
    direction: 'outward',
    result: 'updated',
  })
  const push = { repo_owner: 'quist', repo_name: 'boat', branch: 'main', succeeded: true }
  await addRow(sql, 'push_records', { user_id: id, project_id: own?.id, ...push })
  const copy = { user_id: id, clone_full_name: 'gitferry/copy' }
  await addRow(sql, 'temporary_clones', {
    ...copy,
    source_full_name: 'quist/old',
    deleted_at: new Date(),
  })
  await addRow(sql, 'sync_bases', {
    user_id: id,
    bolt_project_id: 'sb1-quist',
    repo_owner: 'quist',
    repo_name: 'boat',
    branch: 'main',
    commit_sha: 'c'.repeat(40),
  })
  const clone = await addRow(sql, 'temporary_clones', { ...copy, source_full_name: 'someone/boat' })

  return { shared, task, clone }
}

async function billing({ sql }: AuthServer, user_id: string) {
  const plan_id = await addRow(sql, 'plans', { name: 'Pro Monthly', price: 4 })
  const subscription_id = await addRow(sql, 'subscriptions', {
    user_id,
    plan_id,
    status: 'active',
    lemon_squeezy_subscription_id: 'ls-1',
  })
  // As if they had a second one.
  await sql('insert into ops.people_with_two_subscriptions (user_id) values ($1)', [user_id])
  await addRow(sql, 'transactions', {
    user_id,
    subscription_id,
    provider_invoice_id: 'invoice-1',
    amount: 4,
    currency: 'USD',
    status: 'paid',
    invoice_url: 'https://invoices.example.test/quist',
  })
  await addRow(sql, 'checkouts', {
    user_id,
    plan_id,
    variant_id: '1001',
    url: 'https://checkout.example.test/quist',
    success_url: 'https://gitferry.example.test/quist',
    cancel_url: 'https://gitferry.example.test/quist',
    expires_at: new Date('2100-01-01'),
  })
  await addRow(sql, 'cancellations', { user_id, subscription_id, reason: 'other', comment: NAME })
}

async function traces(auth: AuthServer, { id, email }: Member) {
  const { sql } = auth
  await sql(`insert into public.feedback_categories (code) values ('bug') on conflict do nothing`)
  const feedback = await addRow(sql, 'user_feedback', {
    user_id: id,
    feedback_category: 'bug',
    title: NAME,
  })
  await addRow(sql, 'feedback_replies', {
    id: randomUUID(),
    feedback_id: feedback,
    body: `Dear ${NAME}`,
  })
  await addRow(sql, 'audit_log', { actor_id: id, action: 'looked' })
  await addRow(sql, 'audit_log', {
    action: 'user_role_changed',
    subject_type: 'user',
    subject_id: id,
    details: JSON.stringify({ name: NAME }),
  })
  await addRow(sql, 'analytics', { user_id: id, name: 'push' })
  await addRow(sql, 'github_integrations', {
    user_id: id,
    access_token: 'enc1.token',
    refresh_token: 'enc1.token',
    github_username: 'quist',
  })
  await sql(
    `insert into public.github_connection_states (state_hash, user_id, code_verifier_sealed)
     values (repeat('b', 64), $1, 'enc1.verifier')`,
    [id],
  )
  await addRow(sql, 'data_exports', { user_id: id, file_name: `${id}/old.json`, status: 'ready' })
  await sql(
    `insert into ops.mail_outbox (dedupe_key, to_address, template, payload_sealed)
     values ('one', $1, 'sync_trouble', 'enc1.mail')`,
    [email],
  )
  await sql('insert into ops.rate_limits (key, tokens) values ($1, 1)', [`anything ${id}`])
  await sql(
    `insert into ops.webhook_events (provider, digest, event_name, body)
     values ('lemonsqueezy', '1', 'order_created', $1)`,
    [JSON.stringify({ custom: { user_id: id }, email })],
  )
  // In the far future, so that it does not run.
  const after = new Date('2100-01-01')
  await auth.db.as(theServer, (own) => sendJob(own, 'copy-picture', { userId: id }, { after }))
  await picture(auth, id)
}

async function picture({ sql }: AuthServer, id: string) {
  const version = randomUUID()
  await sql('insert into storage_private.versions (version, size) values ($1, 3)', [version])
  await sql(`insert into storage_private.chunks (version, seq, data) values ($1, 0, '\\x010203')`, [
    version,
  ])
  await sql(
    `insert into storage.objects (bucket_id, name, owner, owner_id, version)
     values ('avatars', $1::text || '/face.png', $1::uuid, $1::text, $2)`,
    [id, version],
  )
}
