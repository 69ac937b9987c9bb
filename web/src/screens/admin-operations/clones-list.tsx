import type { CloneLine } from '@app/contract/admin-operations-replies'
import { Badge } from '@app/ui/badge.tsx'
import type { Column } from '@app/ui/table.tsx'
import { TimeAgo } from '@app/ui/time-ago.tsx'
import { clonesQuery, deleteClone } from '#api/admin/admin-operations.ts'
import { AdminList } from '#features/admin/admin-list.tsx'
import { Fact, Facts } from '#features/admin/fact.tsx'
import { ListFilters } from '#features/admin/list-filters.tsx'
import { RowLink } from '#features/admin/row-link.tsx'
import { useListPage } from '#features/admin/use-list-page.ts'
import { ifSet, useListState } from '#features/admin/use-list-state.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { Translator } from '#i18n/messages.ts'
import { attemptColumns, CodeBlock, RowAction, useOperation } from './operation-parts.tsx'

const CHOICES = { state: ['left', 'deleted'] } as const

export function ClonesList() {
  const { t } = useTranslation()
  const list = useListState(CHOICES, 'clones')
  const page = useListPage(clonesQuery({ state: list.filters.state, after: ifSet(list.after) }))

  return (
    <>
      <ListFilters
        list={list}
        fields={[
          {
            name: 'state',
            label: t('adminOperations.state'),
            options: [
              { value: 'left', label: t('adminOperations.clones.left') },
              { value: 'deleted', label: t('adminOperations.clones.deleted') },
            ],
          },
        ]}
      />
      <AdminList
        caption={t('adminOperations.tabs.clones')}
        list={list}
        page={page}
        columns={columnsOf(t)}
        empty={{
          title: t('adminOperations.clones.empty'),
          text: t('adminOperations.clones.emptyText'),
        }}
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
      title: t('adminOperations.clones.copy'),
      cell: ({ id, copy }) => <RowLink id={id}>{copy}</RowLink>,
    },
    {
      id: 'source',
      title: t('adminOperations.clones.source'),
      isSecondary: true,
      cell: ({ source }) => <span className="break-words">{source}</span>,
    },
    {
      id: 'due',
      title: t('adminOperations.clones.due'),
      cell: (clone) => <Due clone={clone} />,
    },
    ...attemptColumns(t),
  ]
}

function Due({ clone: { dueAt, deletedAt, isLate } }: { clone: CloneLine }) {
  const { t } = useTranslation()

  if (deletedAt) return <Badge tone="positive">{t('adminOperations.clones.deleted')}</Badge>
  return (
    <span className={isLate ? 'text-danger' : ''}>
      <TimeAgo at={dueAt} isUtc />
      {isLate && (
        <span className="block text-xs font-medium">{t('adminOperations.clones.late')}</span>
      )}
    </span>
  )
}

function Opened({ clone, onDone }: { clone: CloneLine; onDone: () => void }) {
  const { t } = useTranslation()
  const action = useOperation()
  const remove = () =>
    void action.run('delete', async () => {
      await deleteClone(clone.id)
      onDone()
      return t('adminOperations.clones.deletedNow')
    })

  return (
    <>
      {action.failure}
      <Facts>
        <Fact name={t('adminOperations.clones.source')}>{clone.source}</Fact>
        <Fact name={t('adminOperations.clones.due')}>
          <Due clone={clone} />
        </Fact>
        <Fact name={t('adminOperations.tries')}>{clone.attempts}</Fact>
      </Facts>
      {clone.error && <CodeBlock title={t('adminOperations.error')} text={clone.error} />}
      {clone.deletedAt === null && (
        <RowAction
          operation={action}
          text={t('adminOperations.clones.delete')}
          variant="danger"
          onClick={remove}
        />
      )}
    </>
  )
}
