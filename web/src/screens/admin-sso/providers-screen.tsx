import type { SsoProviderLine } from '@app/contract/admin-sso'
import { Badge } from '@app/ui/badge.tsx'
import { Button } from '@app/ui/button.tsx'
import { Card } from '@app/ui/card.tsx'
import { PageHeader } from '@app/ui/page-header.tsx'
import type { Column } from '@app/ui/table.tsx'
import { TimeAgo } from '@app/ui/time-ago.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ssoProvidersQuery } from '#api/admin/admin-sso.ts'
import { usePageTitle } from '#browser/page-title.ts'
import { AdminList } from '#features/admin/admin-list.tsx'
import { ListFilters } from '#features/admin/list-filters.tsx'
import { RowLink } from '#features/admin/row-link.tsx'
import { useListPage } from '#features/admin/use-list-page.ts'
import { ifSet, useListState } from '#features/admin/use-list-state.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { Translator } from '#i18n/messages.ts'
import { needsAttention } from './metadata-state.ts'
import { OurSide } from './our-side.tsx'
import { ProviderActions } from './provider-actions.tsx'
import { ProviderDialog } from './provider-dialog.tsx'

const CHOICES = { state: ['', 'enabled', 'disabled'] } as const

/** The identity providers of companies whose people sign in by them. */
export function ProvidersScreen() {
  const { t } = useTranslation()
  const list = useListState(CHOICES)
  const query = ssoProvidersQuery({ state: ifSet(list.filters.state), after: ifSet(list.after) })
  const { data } = useQuery(query)
  const page = useListPage(query)
  const [isAdding, setAdding] = useState(false)
  usePageTitle(`${t('header.admin')} – ${t('admin.nav.sso')}`)
  const isOff = data?.serviceProvider === null

  return (
    <>
      <PageHeader title={t('admin.nav.sso')} lead={t('adminSso.lead')} />
      {isOff && <SwitchedOff />}
      <div className="flex flex-wrap items-end justify-between gap-3">
        <ListFilters
          list={list}
          fields={[{ name: 'state', label: t('adminSso.state'), options: statesOf(t) }]}
        />
        <Button size="sm" disabled={!data} onClick={() => setAdding(true)}>
          {t('adminSso.add')}
        </Button>
      </div>
      <AdminList
        caption={t('admin.nav.sso')}
        list={list}
        page={page}
        columns={columnsOf(t)}
        empty={{ title: t('adminSso.empty'), text: t('adminSso.emptyText') }}
        nameOf={nameOf}
        below={data?.serviceProvider && <OurSide {...data.serviceProvider} />}
      >
        {(provider, close) => (
          <ProviderActions provider={provider} isOff={isOff} onDeleted={close} />
        )}
      </AdminList>
      {isAdding && (
        <ProviderDialog provider={null} onClose={() => setAdding(false)} onCreated={list.show} />
      )}
    </>
  )
}

const SETTINGS = 'AUTH_SAML_ENABLED=true\nAUTH_SAML_PRIVATE_KEY=…'

function SwitchedOff() {
  const { t } = useTranslation()

  return (
    <Card title={t('adminSso.off')} lead={t('adminSso.offText')}>
      <pre className="overflow-x-auto rounded-md border border-line bg-sunken p-4 font-mono text-sm whitespace-pre-wrap">
        {SETTINGS}
      </pre>
      <p className="mt-4 text-sm text-ink-soft">{t('adminSso.offKey')}</p>
      <pre className="mt-2 overflow-x-auto rounded-md border border-line bg-sunken p-4 font-mono text-sm break-all whitespace-pre-wrap">
        {MAKE_KEY}
      </pre>
      <p className="mt-4 text-sm text-ink-soft">{t('adminSso.offSwitch')}</p>
      <pre className="mt-2 overflow-x-auto rounded-md border border-line bg-sunken p-4 font-mono text-sm whitespace-pre-wrap">
        {SWITCH_ON}
      </pre>
    </Card>
  )
}

const SWITCH_ON = 'npm run operate -- switch saml on'

const MAKE_KEY =
  'openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -outform DER | base64 -w0'

const statesOf = (t: Translator['t']) => [
  { value: '', label: t('adminSso.states.all') },
  { value: 'enabled', label: t('adminSso.states.enabled') },
  { value: 'disabled', label: t('adminSso.states.disabled') },
]

/** People know a company by its domain. */
const nameOf = ({ domains, resourceId, entityId }: SsoProviderLine) =>
  domains[0] ?? resourceId ?? entityId

const columnsOf = (t: Translator['t']): Column<SsoProviderLine>[] => [
  {
    id: 'name',
    title: t('adminSso.company'),
    cell: (provider) => <RowLink id={provider.id}>{nameOf(provider)}</RowLink>,
  },
  {
    id: 'state',
    title: t('adminSso.state'),
    cell: (provider) => <State provider={provider} />,
  },
  {
    id: 'users',
    title: t('adminSso.users'),
    isNumber: true,
    isSecondary: true,
    cell: ({ users }) => users,
  },
  {
    id: 'created',
    title: t('adminSso.created'),
    isSecondary: true,
    cell: ({ createdAt }) => <TimeAgo at={createdAt} />,
  },
]

function State({ provider }: { provider: SsoProviderLine }) {
  const { t } = useTranslation()

  if (provider.isDisabled) return <Badge>{t('adminSso.states.disabled')}</Badge>
  if (needsAttention(provider, new Date()))
    return <Badge tone="notice">{t('adminSso.states.attention')}</Badge>
  return <Badge tone="positive">{t('adminSso.states.enabled')}</Badge>
}
