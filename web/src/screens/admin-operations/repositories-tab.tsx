import type {
  RecheckReply,
  RepositoriesReply,
  RepositoryResult,
} from '@app/contract/admin-operations-replies'
import { Badge } from '@app/ui/badge.tsx'
import { Button } from '@app/ui/button.tsx'
import { Card } from '@app/ui/card.tsx'
import { EmptyState } from '@app/ui/empty-state.tsx'
import { SearchField } from '@app/ui/search-field.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { type Column, Table } from '@app/ui/table.tsx'
import { TimeAgo } from '@app/ui/time-ago.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { recheckRepositories, repositoriesQuery } from '#api/admin/admin-operations.ts'
import { FunctionError } from '#api/calls/call-function.ts'
import { AdminLoadFailed } from '#features/admin/admin-load-failed.tsx'
import { Fact, Facts } from '#features/admin/fact.tsx'
import { useListState } from '#features/admin/use-list-state.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'
import { failureWords, useOperation } from './operation-parts.tsx'

const RESULT_WORDS: Record<RepositoryResult, MessageKey> = {
  fine: 'adminOperations.repositories.fine',
  gone: 'adminOperations.repositories.gone',
  privacy_changed: 'adminOperations.repositories.privacyChanged',
  no_access: 'adminOperations.repositories.noAccess',
}

const RESULT_TONES = {
  fine: 'positive',
  gone: 'danger',
  privacy_changed: 'notice',
  no_access: 'notice',
} as const

/** Why a member's projects do not find their repositories. */
export function RepositoriesTab() {
  const { t } = useTranslation()
  const list = useListState({}, 'repositories')

  return (
    <>
      <SearchField
        label={t('adminOperations.repositories.search')}
        value={list.words}
        onSearch={list.search}
      />
      {list.words ? (
        <Found key={list.words} words={list.words} />
      ) : (
        <Card>
          <EmptyState
            title={t('adminOperations.repositories.empty')}
            text={t('adminOperations.repositories.emptyText')}
          />
        </Card>
      )}
    </>
  )
}

function Found({ words }: { words: string }) {
  const { t } = useTranslation()
  const found = useQuery({ ...repositoriesQuery(words), retry: false })

  if (found.isPending) return <Skeleton className="h-40 w-full" />
  if (found.isError) {
    const isUnknown = found.error instanceof FunctionError && found.error.status === 404
    return (
      <Card>
        {isUnknown ? (
          <EmptyState
            title={t('adminOperations.repositories.nobody')}
            text={t('adminOperations.repositories.nobodyText')}
          />
        ) : (
          <AdminLoadFailed query={found} words={failureWords} />
        )}
      </Card>
    )
  }
  return <Member found={found.data} />
}

function Member({ found: { member, lastCheck } }: { found: RepositoriesReply }) {
  const { t, number } = useTranslation()
  const action = useOperation()
  const [checked, setChecked] = useState<RecheckReply | null>(null)
  const check = () =>
    void action.run('check', async () => {
      setChecked(await recheckRepositories(member.id))
      return null
    })

  return (
    <>
      <Card
        title={member.email ?? member.login ?? member.id}
        lead={t('adminOperations.repositories.lead')}
        action={
          <Button
            size="sm"
            isBusy={action.running !== null}
            disabled={member.linkCount === 0}
            busyText={t('adminOperations.repositories.checking')}
            onClick={check}
          >
            {t('adminOperations.repositories.check')}
          </Button>
        }
      >
        <div className="grid gap-4">
          {action.failure}
          <Facts>
            <Fact name={t('adminOperations.repositories.login')}>
              {member.login ?? t('adminOperations.repositories.notConnected')}
            </Fact>
            <Fact name={t('adminOperations.repositories.links')}>{number(member.linkCount)}</Fact>
            <Fact name={t('adminOperations.repositories.lastCheck')}>
              {lastCheck ? (
                <>
                  <TimeAgo at={lastCheck.at} isUtc />
                  {lastCheck.by && ` · ${lastCheck.by}`}
                </>
              ) : (
                t('adminOperations.repositories.never')
              )}
            </Fact>
          </Facts>
          {lastCheck && <Counts counts={lastCheck.counts} />}
        </div>
      </Card>
      {checked && <Results items={checked.items} />}
    </>
  )
}

function Counts({ counts }: { counts: RecheckReply['counts'] }) {
  const { t, number } = useTranslation()
  const results = Object.entries(RESULT_WORDS) as [RepositoryResult, MessageKey][]

  return (
    <ul className="flex flex-wrap gap-2" aria-label={t('adminOperations.repositories.results')}>
      {results
        .filter(([result]) => counts[result] > 0)
        .map(([result, words]) => (
          <li key={result}>
            <Badge tone={RESULT_TONES[result]}>{`${t(words)}: ${number(counts[result])}`}</Badge>
          </li>
        ))}
      {counts.left_out > 0 && (
        <li>
          <Badge>{`${t('adminOperations.repositories.leftOut')}: ${number(counts.left_out)}`}</Badge>
        </li>
      )}
    </ul>
  )
}

type Item = RecheckReply['items'][number]

/** Repositories with problems come first. */
function Results({ items }: { items: Item[] }) {
  const { t } = useTranslation()
  const columns: Column<Item>[] = [
    {
      id: 'repository',
      title: t('adminOperations.repositories.repository'),
      cell: ({ repository }) => <span className="break-all">{repository}</span>,
    },
    {
      id: 'result',
      title: t('adminOperations.state'),
      cell: ({ result }) => <Badge tone={RESULT_TONES[result]}>{t(RESULT_WORDS[result])}</Badge>,
    },
  ]
  const isFine = ({ result }: Item) => Number(result === 'fine')

  return (
    <div className="rounded-lg border border-line bg-surface">
      <Table
        caption={t('adminOperations.repositories.results')}
        columns={columns}
        rows={items.toSorted((one, other) => isFine(one) - isFine(other))}
        rowId={({ repository }) => repository}
      />
    </div>
  )
}
