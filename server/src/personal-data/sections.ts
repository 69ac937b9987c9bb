/** One list in the file, with rows of one kind. */
export type Section = {
  name: string
  /** A table or query with the alias `one`. */
  from: string
  /** The condition that selects the member's rows; $1 is the user id. */
  person: string
  /** Unique within the section. */
  key: string
  /** Omitted columns: secrets and internal data. */
  without: string[]
}

const own = (name: string, from: string, person: string, without: string[] = []): Section => ({
  name,
  from,
  person,
  key: 'id',
  without,
})

// Only if confirmed, because mail to an unconfirmed address may belong to somebody else.
const ADDRESS = `(select lower(email) from auth.users where id = $1::uuid and email_confirmed_at is not null)`

/** All data about a member. Excludes secrets (codes, keys, tokens) and rows that only live for minutes. */
export const sections: readonly Section[] = [
  own('account', 'auth.users', 'one.id = $1::uuid', [
    'instance_id',
    'encrypted_password',
    'confirmation_token',
    'recovery_token',
    'email_change_token_new',
    'email_change_token_current',
    'phone_change_token',
    'reauthentication_token',
    'is_super_admin',
  ]),
  own('profile', 'public.users', 'one.id = $1::uuid'),
  own('identities', 'auth.identities', 'one.user_id = $1::uuid'),
  own('signed_in_devices', 'auth.sessions', 'one.user_id = $1::uuid', [
    'refresh_key_sealed',
    'refresh_counter',
  ]),
  own('second_factors', 'auth.mfa_factors', 'one.user_id = $1::uuid', [
    'secret_sealed',
    'last_accepted_step',
    'web_authn_credential',
    'last_webauthn_challenge_data',
  ]),
  own('passkeys', 'auth.webauthn_credentials', 'one.user_id = $1::uuid', [
    'credential_id',
    'public_key',
    'attestation_type',
    'sign_count',
  ]),
  {
    ...own('connected_apps', 'auth.oauth_consents', 'one.user_id = $1::uuid'),
    key: 'client_id',
  },
  own('security_log', 'auth.audit_log_entries', `one.payload ->> 'actor_id' = $1::text`),
  own('subscriptions', 'public.subscriptions', 'one.user_id = $1::uuid'),
  own('payments', 'public.transactions', 'one.user_id = $1::uuid'),
  // The link opens a page that contains the address.
  own('checkouts', 'public.checkouts', 'one.user_id = $1::uuid', ['url']),
  own('cancellations', 'public.cancellations', 'one.user_id = $1::uuid'),
  own('feedback', 'public.user_feedback', 'one.user_id = $1::uuid', ['admin_notes']),
  {
    name: 'feedback_replies',
    from: `(select reply.*, feedback.user_id
              from public.feedback_replies as reply
              join public.user_feedback as feedback on feedback.id = reply.feedback_id)`,
    person: 'one.user_id = $1::uuid',
    key: 'id',
    // The admin's account.
    without: ['author_id'],
  },
  own('github_connections', 'public.github_integrations', 'one.user_id = $1::uuid', [
    'access_token',
    'refresh_token',
    'refreshing_until',
  ]),
  own('linked_projects', 'app.synced_links', 'one.user_id = $1::uuid', ['extension_digest']),
  own('projects', 'public.projects', 'one.owner_id = $1::uuid'),
  {
    name: 'memberships',
    from: `(select project_members.*, projects.name as project
              from public.project_members join public.projects on projects.id = project_id)`,
    person: 'one.user_id = $1::uuid',
    key: 'project_id',
    without: [],
  },
  own('tasks', 'public.tasks', 'one.assignee_id = $1::uuid or one.created_by = $1::uuid'),
  own(
    'invitations',
    'public.project_invitations',
    `one.invited_by = $1::uuid or one.email = ${ADDRESS}`,
  ),
  own('sync_history', 'public.sync_events', 'one.user_id = $1::uuid'),
  own('pushes', 'public.push_records', 'one.user_id = $1::uuid'),
  own('temporary_copies', 'public.temporary_clones', 'one.user_id = $1::uuid'),
  {
    name: 'synced_branches',
    from: `(select base.*, concat_ws('/', bolt_project_id, repo_owner, repo_name, branch) as key
              from public.sync_bases as base)`,
    person: 'one.user_id = $1::uuid',
    key: 'key',
    without: ['key'],
  },
  {
    name: 'active_days',
    from: 'public.active_days',
    person: 'one.user_id = $1::uuid',
    key: 'day',
    without: [],
  },
  own('product_events', 'public.analytics', 'one.user_id = $1::uuid'),
  own(
    'actions',
    'public.audit_log',
    `one.actor_id = $1::uuid or (one.subject_type = 'user' and one.subject_id = $1::text)`,
  ),
  own('mails', 'ops.mail_outbox', `lower(one.to_address) = ${ADDRESS}`, [
    'payload_sealed',
    'dedupe_key',
    'message_id',
  ]),
  own('files', 'storage.objects', 'one.owner_id = $1::text', ['path_tokens', 'version']),
  own('exports', 'public.data_exports', 'one.user_id = $1::uuid'),
]
