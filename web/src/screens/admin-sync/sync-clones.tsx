import type { CloneLine } from '@app/contract/admin-sync-replies'
import { Badge } from '@app/ui/badge.tsx'
import { Button } from '@app/ui/button.tsx'
import type { Column } from '@app/ui/table.tsx'
import { TimeAgo } from '@app/ui/time-ago.tsx'
import { clonesQuery, deleteClone } from '#api/admin/admin-sync.ts'
import { AdminList } from '#features/admin/admin-list.tsx'
import { Fact, Facts } from '#features/admin/fact.tsx'
import { ListFilters } from '#features/admin/list-filters.tsx'
import { RowLink } from '#features/admin/row-link.tsx'
import { useListPage } from '#features/admin/use-list-page.ts'
import { asked, useListState } from '#features/admin/use-list-state.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { Translator } from '#i18n/messages.ts'
import { Clamped, CodeBlock, useSyncAction } from './sync-parts.tsx'

const CHOICES = { state: ['left', 'deleted'] } as const

export function SyncClones() {
  const { t } = useTranslation()
  const list = useListState(CHOICES, 'clones')
  const page = useListPage(clonesQuery({ state: list.filters.state, after: asked(list.after) }))

  return (
    <>
      <ListFilters
        list={list}
        fields={[
          {
            name: 'state',
            label: t('adminSync.state'),
            options: [
              { value: 'left', label: t('adminSync.clones.left') },
              { value: 'deleted', label: t('adminSync.clones.deleted') },
            ],
          },
        ]}
      />
      <AdminList
        caption={t('adminSync.tabs.clones')}
        list={list}
        page={page}
        columns={columnsOf(t)}
        empty={{ title: t('adminSync.clones.empty'), text: t('adminSync.clones.emptyText') }}
        nameOf={({ copy }) => copy}
      >
        {(clone, close) => <Opened clone={clone} onDone={close} />}
      </AdminList>
    </>
  )
}

function columnsOf(t: Translator['t']): Column<CloneLine>[] {
  return [
    {
      id: 'copy',
      title: t('adminSync.clones.copy'),
      cell: ({ id, copy }) => <RowLink id={id}>{copy}</RowLink>,
    },
    {
      id: 'source',
      title: t('adminSync.clones.source'),
      isSecondary: true,
      cell: ({ source }) => <span className="break-words">{source}</span>,
    },
    {
      id: 'due',
      title: t('adminSync.clones.due'),
      cell: (clone) => <Due clone={clone} />,
    },
    {
      id: 'error',
      title: t('adminSync.error'),
      isSecondary: true,
      cell: ({ error }) => <Clamped text={error} />,
    },
    {
      id: 'tries',
      title: t('adminSync.tries'),
      isNumber: true,
      isSecondary: true,
      cell: ({ attempts }) => attempts,
    },
  ]
}

function Due({ clone: { dueAt, deletedAt, isLate } }: { clone: CloneLine }) {
  const { t } = useTranslation()

  if (deletedAt) return <Badge tone="positive">{t('adminSync.clones.deleted')}</Badge>
  return (
    <span className={isLate ? 'text-danger' : ''}>
      <TimeAgo at={dueAt} isUtc />
      {isLate && <span className="block text-xs font-medium">{t('adminSync.clones.late')}</span>}
    </span>
  )
}

function Opened({ clone, onDone }: { clone: CloneLine; onDone: () => void }) {
  const { t } = useTranslation()
  const action = useSyncAction()
  const remove = () =>
    void action.run('delete', async () => {
      await deleteClone(clone.id)
      onDone()
      return t('adminSync.clones.deletedNow')
    })

  return (
    <>
      {action.failure}
      <Facts>
        <Fact name={t('adminSync.clones.source')}>{clone.source}</Fact>
        <Fact name={t('adminSync.clones.due')}>
          <Due clone={clone} />
        </Fact>
        <Fact name={t('adminSync.tries')}>{clone.attempts}</Fact>
      </Facts>
      {clone.error && <CodeBlock title={t('adminSync.error')} text={clone.error} />}
      {clone.deletedAt === null && (
        <Button
          variant="danger"
          size="sm"
          className="justify-self-start"
          isBusy={action.running !== null}
          onClick={remove}
        >
          {t('adminSync.clones.delete')}
        </Button>
      )}
    </>
  )
}
