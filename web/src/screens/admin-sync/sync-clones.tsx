import type { CloneLine } from '@app/contract/admin-sync-replies'
import { Badge } from '@app/ui/badge.tsx'
import { Button } from '@app/ui/button.tsx'
import { Select } from '@app/ui/select.tsx'
import type { Column } from '@app/ui/table.tsx'
import { TimeAgo } from '@app/ui/time-ago.tsx'
import { clonesQuery, deleteClone } from '#api/admin-sync.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { SyncList } from './sync-list.tsx'
import { Clamped, CodeBlock, Fact, Facts, RowLink, useSyncAction } from './sync-parts.tsx'
import { given, useSyncList } from './use-sync-list.ts'

export function SyncClones() {
  const { t } = useTranslation()
  const list = useSyncList('clones', ['state'])
  const { state } = list.filters
  const query = clonesQuery({
    state: state === 'deleted' ? 'deleted' : 'left',
    after: given(list.after),
  })

  return (
    <>
      <div className="max-w-72">
        <Select
          label={t('adminSync.state')}
          value={state}
          options={[
            { value: '', label: t('adminSync.clones.left') },
            { value: 'deleted', label: t('adminSync.clones.deleted') },
          ]}
          onChange={(value) => list.filter({ state: value })}
        />
      </div>
      <SyncList
        caption={t('adminSync.tabs.clones')}
        list={list}
        query={query}
        columns={useColumns((id) => list.to({ open: id }))}
        empty={{ title: t('adminSync.clones.empty'), text: t('adminSync.clones.emptyText') }}
        titleOf={({ copy }) => copy}
      >
        {(clone, close) => <Opened clone={clone} onDone={close} />}
      </SyncList>
    </>
  )
}

function useColumns(addressOf: (id: string) => string): Column<CloneLine>[] {
  const { t } = useTranslation()

  return [
    {
      id: 'copy',
      title: t('adminSync.clones.copy'),
      cell: ({ id, copy }) => (
        <RowLink id={id} to={addressOf(id)}>
          {copy}
        </RowLink>
      ),
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
