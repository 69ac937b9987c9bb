import { languageOf } from '@app/contract/languages'
import { type Sql, theServer } from '@app/platform/db/database.ts'
import type { AdminArea } from '#admin/admin.ts'

type Needs = Pick<AdminArea, 'db' | 'outbox'>

/** Mails all admins once about metadata that ends within 30 days: nobody of that company could sign in any more. */
export async function warnOfMetadataEnds({ db, outbox }: Needs): Promise<void> {
  await db.as(theServer, async (sql) => {
    for (const { id, company, endsOn, admin } of await listWarnings(sql)) {
      await outbox.queue(sql, {
        template: 'company_metadata_ends',
        params: { company, endsOn, link: { on: 'site', path: '/admin/sso', query: { open: id } } },
        to: admin.email,
        language: languageOf(admin.language),
        key: `company_metadata_ends ${id} ${endsOn.toISOString()} ${admin.id}`,
      })
    }
  })
}

type Warning = {
  id: string
  company: string
  endsOn: Date
  admin: { id: string; email: string; language: string }
}

async function listWarnings(sql: Sql): Promise<Warning[]> {
  const { rows } = await sql.query<Warning>(
    `select provider.id, saml.metadata_ends_at as "endsOn",
            coalesce((select min(domain) from auth.sso_domains as one where one.sso_provider_id = provider.id),
                     saml.entity_id) as company,
            jsonb_build_object('id', admin.id, 'email', admin.email,
                               'language', auth.account_language(admin.id)) as admin
       from auth.sso_providers as provider
       join auth.saml_providers as saml on saml.sso_provider_id = provider.id
      cross join public.users as admin
      where not provider.disabled
        and saml.metadata_ends_at between app.now() and app.now() + interval '30 days'
        and admin.role = 'admin' and admin.deleted_at is null and admin.email is not null
      order by provider.id, admin.id`,
  )

  return rows
}
