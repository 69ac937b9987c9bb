import type { OAuthClientLine } from '@app/contract/admin-oauth'
import { Badge } from '@app/ui/badge.tsx'
import { Button } from '@app/ui/button.tsx'
import { Card } from '@app/ui/card.tsx'
import { PageHeader } from '@app/ui/page-header.tsx'
import type { Column } from '@app/ui/table.tsx'
import { TimeAgo } from '@app/ui/time-ago.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { oauthClientsQuery } from '#api/admin/admin-oauth.ts'
import { usePageTitle } from '#browser/page-title.ts'
import { AdminList } from '#features/admin/admin-list.tsx'
import { ListFilters } from '#features/admin/list-filters.tsx'
import { RowLink } from '#features/admin/row-link.tsx'
import { useListPage } from '#features/admin/use-list-page.ts'
import { ifSet, useListState } from '#features/admin/use-list-state.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { Translator } from '#i18n/messages.ts'
import { ClientActions } from './client-actions.tsx'
import { ClientDialog } from './client-dialog.tsx'
import { SecretDialog, type ShownSecret } from './secret-dialog.tsx'

const CHOICES = { kind: ['', 'first_party', 'third_party', 'dynamic'] } as const

/** The programs that may ask members for access. */
export function ClientsScreen() {
  const { t } = useTranslation()
  const list = useListState(CHOICES)
  const query = oauthClientsQuery({ kind: ifSet(list.filters.kind), after: ifSet(list.after) })
  const { data } = useQuery(query)
  const page = useListPage(query)
  const [isAdding, setAdding] = useState(false)
  const [secret, setSecret] = useState<ShownSecret | null>(null)
  usePageTitle(`${t('header.admin')} – ${t('admin.nav.oauth')}`)

  return (
    <>
      <PageHeader title={t('admin.nav.oauth')} lead={t('adminOAuth.lead')} />
      {data?.isEnabled === false && <SwitchedOff />}
      {data?.isEnabled !== false && (
        <>
          <div className="flex flex-wrap items-end justify-between gap-3">
            <ListFilters
              list={list}
              fields={[{ name: 'kind', label: t('adminOAuth.kind'), options: kindsOf(t) }]}
            />
            <Button size="sm" disabled={!data} onClick={() => setAdding(true)}>
              {t('adminOAuth.add')}
            </Button>
          </div>
          <AdminList
            caption={t('admin.nav.oauth')}
            list={list}
            page={page}
            columns={columnsOf(t)}
            empty={{ title: t('adminOAuth.empty'), text: t('adminOAuth.emptyText') }}
            nameOf={(client) => nameOf(t, client)}
            below={
              data && (
                <p className="text-sm break-words text-ink-soft">
                  {t('adminOAuth.issuer')} <code className="break-all">{data.issuer}</code>
                </p>
              )
            }
          >
            {(client, close) => (
              <ClientActions client={client} onDeleted={close} onSecret={setSecret} />
            )}
          </AdminList>
        </>
      )}
      {isAdding && (
        <ClientDialog client={null} onSecret={setSecret} onClose={() => setAdding(false)} />
      )}
      {secret && <SecretDialog {...secret} onClose={() => setSecret(null)} />}
    </>
  )
}

const SETTING = 'AUTH_OAUTH_SERVER_ENABLED=true'

function SwitchedOff() {
  const { t } = useTranslation()

  return (
    <Card title={t('adminOAuth.off')} lead={t('adminOAuth.offText')}>
      <pre className="overflow-x-auto rounded-md border border-line bg-sunken p-4 font-mono text-sm whitespace-pre-wrap">
        {SETTING}
      </pre>
      <p className="mt-4 text-sm text-ink-soft">{t('adminOAuth.offDynamic')}</p>
    </Card>
  )
}

const kindsOf = (t: Translator['t']) => [
  { value: '', label: t('adminOAuth.kinds.all') },
  { value: 'first_party', label: t('adminOAuth.kinds.firstParty') },
  { value: 'third_party', label: t('adminOAuth.kinds.thirdParty') },
  { value: 'dynamic', label: t('adminOAuth.kinds.dynamic') },
]

const nameOf = (t: Translator['t'], { name }: OAuthClientLine) => name || t('adminOAuth.unnamed')

const columnsOf = (t: Translator['t']): Column<OAuthClientLine>[] => [
  {
    id: 'name',
    title: t('adminOAuth.name'),
    cell: (client) => <RowLink id={client.id}>{nameOf(t, client)}</RowLink>,
  },
  {
    id: 'kind',
    title: t('adminOAuth.kind'),
    cell: (client) => <Kind client={client} />,
  },
  {
    id: 'members',
    title: t('adminOAuth.members'),
    isNumber: true,
    isSecondary: true,
    cell: ({ members }) => members,
  },
  {
    id: 'created',
    title: t('adminOAuth.created'),
    isSecondary: true,
    cell: ({ createdAt }) => <TimeAgo at={createdAt} />,
  },
]

function Kind({ client: { isFirstParty, isDynamic } }: { client: OAuthClientLine }) {
  const { t } = useTranslation()

  if (isFirstParty) return <Badge tone="positive">{t('adminOAuth.kinds.firstParty')}</Badge>
  return <Badge>{t(isDynamic ? 'adminOAuth.kinds.dynamic' : 'adminOAuth.kinds.thirdParty')}</Badge>
}
