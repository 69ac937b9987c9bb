import { webhookProviders, webhookStates } from '@app/contract/admin-operations'
import type { WebhookEvent } from '@app/contract/admin-operations-replies'
import { Button } from '@app/ui/button.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import type { Column } from '@app/ui/table.tsx'
import { TimeAgo } from '@app/ui/time-ago.tsx'
import { useQuery } from '@tanstack/react-query'
import {
  replayFailedWebhooks,
  replayWebhook,
  webhookQuery,
  webhooksQuery,
} from '#api/admin/admin-operations.ts'
import { AdminList } from '#features/admin/admin-list.tsx'
import { AdminLoadFailed } from '#features/admin/admin-load-failed.tsx'
import { Fact, Facts } from '#features/admin/fact.tsx'
import { ListFilters } from '#features/admin/list-filters.tsx'
import { RowLink } from '#features/admin/row-link.tsx'
import { useListPage } from '#features/admin/use-list-page.ts'
import { ifSet, useListState } from '#features/admin/use-list-state.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { Translator } from '#i18n/messages.ts'
import {
  attemptColumns,
  CodeBlock,
  failureWords,
  RowAction,
  StateBadge,
  type StateLooks,
  useOperation,
} from './operation-parts.tsx'

const CHOICES = { provider: ['', ...webhookProviders], state: ['', ...webhookStates] } as const

type State = WebhookEvent['state']

const LOOKS: StateLooks<State> = {
  waiting: { tone: 'accent', text: 'adminOperations.webhooks.state.waiting' },
  applied: { tone: 'positive', text: 'adminOperations.webhooks.state.applied' },
  outdated: { tone: 'plain', text: 'adminOperations.webhooks.state.outdated' },
  ignored: { tone: 'plain', text: 'adminOperations.webhooks.state.ignored' },
  unclaimed: { tone: 'notice', text: 'adminOperations.webhooks.state.unclaimed' },
  failed: { tone: 'danger', text: 'adminOperations.webhooks.state.failed' },
}

export const PROVIDER_NAMES: Record<string, string> = {
  github: 'GitHub',
  'lemon-squeezy': 'Lemon Squeezy',
}

export function WebhooksList() {
  const { t } = useTranslation()
  const list = useListState(CHOICES, 'webhooks')
  const action = useOperation()
  const { provider, state } = list.filters
  const page = useListPage(
    webhooksQuery({ provider: ifSet(provider), state: ifSet(state), after: ifSet(list.after) }),
  )
  const any = { value: '', label: t('admin.list.any') }
  const replayAll = () =>
    void action.run('all', async () => {
      const { count } = await replayFailedWebhooks()
      return t('adminOperations.webhooks.replayedAll', { count })
    })

  return (
    <>
      <ListFilters
        list={list}
        fields={[
          {
            name: 'provider',
            label: t('adminOperations.webhooks.provider'),
            options: [
              any,
              ...webhookProviders.map((value) => ({
                value,
                label: PROVIDER_NAMES[value] ?? value,
              })),
            ],
          },
          {
            name: 'state',
            label: t('adminOperations.state'),
            options: [
              any,
              ...webhookStates.map((value) => ({ value, label: t(LOOKS[value].text) })),
            ],
          },
        ]}
      >
        <Button variant="secondary" isBusy={action.running === 'all'} onClick={replayAll}>
          {t('adminOperations.webhooks.replayAll')}
        </Button>
      </ListFilters>
      {action.failure}
      <AdminList
        caption={t('adminOperations.tabs.webhooks')}
        list={list}
        page={page}
        columns={columnsOf(t)}
        empty={{
          title: t('adminOperations.webhooks.empty'),
          text: t('adminOperations.webhooks.emptyText'),
        }}
        nameOf={({ event }) => event}
      >
        {(event, close) => <Opened event={event} onDone={close} />}
      </AdminList>
    </>
  )
}

function columnsOf(t: Translator['t']): Column<WebhookEvent>[] {
  return [
    {
      id: 'event',
      title: t('adminOperations.webhooks.event'),
      cell: ({ id, event, provider }) => (
        <>
          <RowLink id={id}>{event}</RowLink>
          <span className="block text-xs text-ink-soft">
            {PROVIDER_NAMES[provider] ?? provider}
          </span>
        </>
      ),
    },
    {
      id: 'state',
      title: t('adminOperations.state'),
      cell: ({ state }) => <StateBadge looks={LOOKS} state={state} />,
    },
    {
      id: 'object',
      title: t('adminOperations.webhooks.object'),
      isSecondary: true,
      cell: (event) => <span className="whitespace-nowrap">{objectOf(event)}</span>,
    },
    ...attemptColumns(t),
    {
      id: 'received',
      title: t('adminOperations.webhooks.received'),
      isNumber: true,
      isSecondary: true,
      cell: ({ receivedAt }) => <TimeAgo at={receivedAt} isUtc />,
    },
  ]
}

function Opened({ event, onDone }: { event: WebhookEvent; onDone: () => void }) {
  const { t } = useTranslation()
  const action = useOperation()
  const replay = () =>
    void action.run('replay', async () => {
      await replayWebhook(event.id)
      onDone()
      return t('adminOperations.webhooks.replayed')
    })

  return (
    <>
      {action.failure}
      <Facts>
        <Fact name={t('adminOperations.state')}>
          <StateBadge looks={LOOKS} state={event.state} />
        </Fact>
        <Fact name={t('adminOperations.webhooks.provider')}>
          {PROVIDER_NAMES[event.provider] ?? event.provider}
        </Fact>
        <Fact name={t('adminOperations.webhooks.object')}>{objectOf(event)}</Fact>
        <Fact name={t('adminOperations.webhooks.received')}>
          <TimeAgo at={event.receivedAt} isUtc />
        </Fact>
        <Fact name={t('adminOperations.webhooks.processed')}>
          {event.processedAt && <TimeAgo at={event.processedAt} isUtc />}
        </Fact>
        <Fact name={t('adminOperations.tries')}>{event.attempts}</Fact>
      </Facts>
      {event.error && <CodeBlock title={t('adminOperations.error')} text={event.error} />}
      <Body id={event.id} />
      {event.canReplay && (
        <RowAction
          operation={action}
          text={t('adminOperations.webhooks.replay')}
          onClick={replay}
        />
      )}
    </>
  )
}

function Body({ id }: { id: string }) {
  const { t } = useTranslation()
  const event = useQuery(webhookQuery(id))

  if (event.isPending) return <Skeleton className="h-40 w-full" />
  if (event.isError) {
    return <AdminLoadFailed query={event} words={failureWords} />
  }
  if (event.data.body === null) {
    return <p className="text-sm text-ink-soft">{t(NO_BODY[event.data.bodyNote ?? 'none'])}</p>
  }
  return <CodeBlock title={t('adminOperations.webhooks.body')} text={event.data.body} />
}

const NO_BODY = {
  none: 'adminOperations.webhooks.noBody',
  size: 'adminOperations.webhooks.noLongBody',
  quota: 'adminOperations.webhooks.noBodyOverQuota',
} as const

const objectOf = ({ objectType, objectId }: WebhookEvent) =>
  [objectType, objectId].filter(Boolean).join(' ')
