import type { HealthReply } from '@app/contract/admin-operations-replies'
import { Badge } from '@app/ui/badge.tsx'
import { Button } from '@app/ui/button.tsx'
import { Card } from '@app/ui/card.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { type Column, Table } from '@app/ui/table.tsx'
import { TimeAgo } from '@app/ui/time-ago.tsx'
import { useQuery } from '@tanstack/react-query'
import { healthQuery, sendTestMail } from '#api/admin/admin-operations.ts'
import { AdminLoadFailed } from '#features/admin/admin-load-failed.tsx'
import { Fact, Facts } from '#features/admin/fact.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { Clamped, failureWords, useOperation } from './operation-parts.tsx'
import { PROVIDER_NAMES } from './webhooks-list.tsx'

export function HealthTab() {
  const health = useQuery(healthQuery)

  if (health.isPending) return <Skeleton className="h-64 w-full" />
  if (health.isError) {
    return (
      <Card>
        <AdminLoadFailed query={health} words={failureWords} />
      </Card>
    )
  }
  return (
    <>
      <div className="grid gap-6 md:grid-cols-2">
        <DatabaseCard health={health.data} />
        <WaitingCard health={health.data} />
      </div>
      <ServicesCard services={health.data.services} />
      <StandinsCard health={health.data} />
    </>
  )
}

const MEGABYTE = 1_000_000
const SECOND_MS = 1000

function DatabaseCard({ health: { database, version } }: { health: HealthReply }) {
  const { t, number } = useTranslation()

  return (
    <Card title={t('adminOperations.health.database')}>
      <Facts>
        <Fact name={t('adminOperations.health.kind')}>
          {database.kind === 'embedded' ? t('adminOperations.health.embedded') : 'PostgreSQL'}
        </Fact>
        <Fact name={t('adminOperations.health.databaseVersion')}>{database.version}</Fact>
        <Fact name={t('adminOperations.health.size')}>
          {number(database.sizeBytes / MEGABYTE, {
            style: 'unit',
            unit: 'megabyte',
            maximumFractionDigits: 1,
          })}
        </Fact>
        <Fact name={t('adminOperations.health.latency')}>
          {number(database.latencyMs, { style: 'unit', unit: 'millisecond' })}
        </Fact>
        <Fact name={t('adminOperations.health.migrations')}>
          {[number(database.migrations), database.newestMigration].filter(Boolean).join(' · ')}
        </Fact>
        <Fact name={t('adminOperations.health.version')}>{version}</Fact>
      </Facts>
    </Card>
  )
}

function WaitingCard({ health }: { health: HealthReply }) {
  const { t } = useTranslation()
  const action = useOperation()
  const nothing = t('adminOperations.health.nothingWaits')
  const since = (at: string | null) => (at ? <TimeAgo at={at} isUtc /> : nothing)
  const send = () =>
    void action.run('test', async () => {
      const { to } = await sendTestMail()
      return t('adminOperations.health.testSent', { email: to })
    })

  return (
    <Card title={t('adminOperations.health.waiting')}>
      <div className="grid gap-5">
        <Facts>
          <Fact name={t('adminOperations.health.oldestJob')}>{since(health.oldestJobAt)}</Fact>
          <Fact name={t('adminOperations.health.oldestMail')}>{since(health.oldestMailAt)}</Fact>
          <Fact name={t('adminOperations.health.oldestWebhook')}>
            {since(health.oldestWebhookAt)}
          </Fact>
        </Facts>
        {action.failure}
        <Button
          variant="secondary"
          size="sm"
          className="justify-self-start"
          isBusy={action.running !== null}
          onClick={send}
        >
          {t('adminOperations.health.testMail')}
        </Button>
      </div>
    </Card>
  )
}

type Service = HealthReply['services'][number]

function ServicesCard({ services }: { services: Service[] }) {
  const { t } = useTranslation()
  const nameOf = ({ name }: Service) =>
    name === 'newsletter'
      ? t('adminOperations.health.newsletter')
      : (PROVIDER_NAMES[name] ?? t('adminOperations.health.smtp'))
  const columns: Column<Service>[] = [
    { id: 'name', title: t('adminOperations.health.service'), cell: nameOf },
    {
      id: 'state',
      title: t('adminOperations.state'),
      cell: (service) => <ServiceState service={service} />,
    },
    {
      id: 'succeeded',
      title: t('adminOperations.health.lastSuccess'),
      isSecondary: true,
      cell: ({ succeededAt }) => (succeededAt ? <TimeAgo at={succeededAt} isUtc /> : '–'),
    },
    {
      id: 'failed',
      title: t('adminOperations.health.lastFailure'),
      isSecondary: true,
      cell: ({ failedAt, error }) =>
        failedAt ? (
          <>
            <TimeAgo at={failedAt} isUtc />
            <Clamped text={error} />
          </>
        ) : (
          '–'
        ),
    },
  ]

  return (
    <section className="grid gap-3">
      <h2 className="text-lg font-semibold">{t('adminOperations.health.services')}</h2>
      <div className="rounded-lg border border-line bg-surface">
        <Table
          caption={t('adminOperations.health.services')}
          columns={columns}
          rows={services}
          rowId={({ name }) => name}
        />
      </div>
    </section>
  )
}

/** Determined by the newer of the two times. The state of a service that was never called is unknown. */
function ServiceState({ service }: { service: Service }) {
  const { t } = useTranslation()
  const { isConfigured, succeededAt, failedAt } = service

  if (!isConfigured) return <Badge>{t('adminOperations.health.notConfigured')}</Badge>
  if (!(succeededAt || failedAt)) return <Badge>{t('adminOperations.health.notCalled')}</Badge>
  return (succeededAt ?? '') >= (failedAt ?? '') ? (
    <Badge tone="positive">{t('adminOperations.health.answers')}</Badge>
  ) : (
    <Badge tone="danger">{t('adminOperations.health.fails')}</Badge>
  )
}

/** Production has no stand-ins, and uses the system clock. */
function StandinsCard({ health: { standins, clockOffsetMs } }: { health: HealthReply }) {
  const { t, number } = useTranslation()
  if (standins.length === 0 && clockOffsetMs === 0) return null

  return (
    <Card
      title={t('adminOperations.health.standins')}
      lead={t('adminOperations.health.standinsLead')}
    >
      <Facts>
        {standins.map(({ name, url }) => (
          <Fact key={name} name={name}>
            {url}
          </Fact>
        ))}
        <Fact name={t('adminOperations.health.clock')}>
          {clockOffsetMs === 0
            ? t('adminOperations.health.clockExact')
            : t('adminOperations.health.clockOff', { seconds: number(clockOffsetMs / SECOND_MS) })}
        </Fact>
      </Facts>
    </Card>
  )
}
