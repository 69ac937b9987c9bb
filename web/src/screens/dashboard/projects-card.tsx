import { Button } from '@app/ui/button.tsx'
import { CheckIcon } from '@app/ui/icons.tsx'
import { LoadFailed } from '@app/ui/load-failed.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { UnsizedPlaceholder } from '@app/ui/unsized-placeholder.tsx'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { userMessage } from '#api/errors/user-message.ts'
import { type Problems, useProblems } from '#api/github/use-problems.ts'
import { recentProjectsQuery } from '#api/projects/recent-projects.ts'
import { paths } from '#config/paths.ts'
import { ConnectButton } from '#features/github-connection/connect-button.tsx'
import { useConnection } from '#features/github-connection/use-connection.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { AttentionRow } from './attention-row.tsx'
import { RecentRows } from './recent-rows.tsx'

const SHOWN = 5

/** GitHub usually answers within it. A later answer changes a project's row where it stands. */
const WAIT_MS = 1000

/** One list: problems with their way out, then recent projects. No project is in it twice. */
export function ProjectsCard() {
  const { t } = useTranslation()
  const connection = useConnection()
  const problems = useProblems(connection)
  const recent = useQuery(recentProjectsQuery)
  const isLate = useIsLate()

  if (problems.isPending || recent.isPending || connection.isRecordPending) return <ListSkeleton />

  const error = problems.error ?? recent.error
  if (error || !recent.data) {
    return (
      <section className={`${FRAME} p-5 sm:p-6`}>
        <LoadFailed
          title={t(problems.error ? 'attention.failed' : 'dashboard.recent.failed')}
          text={userMessage(t, error, 'errors.tryAgain')}
          retryText={t('errorPage.tryAgain')}
          onRetry={() => {
            problems.retry()
            void recent.refetch()
          }}
        />
      </section>
    )
  }

  const isSettled = problems.isAnswered || isLate
  return isSettled ? <List problems={problems} recent={recent.data} /> : <ListSkeleton />
}

function useIsLate(): boolean {
  const [isLate, setLate] = useState(false)

  useEffect(() => {
    const timer = setTimeout(() => setLate(true), WAIT_MS)
    return () => clearTimeout(timer)
  }, [])

  return isLate
}

type ListProps = {
  problems: Problems
  recent: Parameters<typeof RecentRows>[0]['projects']
}

function List({ problems, recent }: ListProps) {
  const { t } = useTranslation()
  const { broken, states } = problems
  // A link found broken later stays where it is shown, so that nothing moves.
  const [late] = useState(() => (problems.isAnswered ? [] : recent.map(idOf)))
  const [isLong, setLong] = useState(false)

  const items = [
    ...problems.items,
    ...broken.filter(({ project_id }) => !late.includes(project_id)),
  ]
  const listed = new Set(
    items.map(({ kind, project_id }) => (kind === 'task_overdue' ? null : project_id)),
  )
  const others = recent.filter((one) => !listed.has(idOf(one)))
  const repositoryOf = (id: string | null) => {
    const state = states.find(({ project_id }) => project_id === id)
    return state?.repo_name ? `${state.repo_owner}/${state.repo_name}` : null
  }

  return (
    <section className={FRAME}>
      <NotConnected />
      {items.length > 0 && (
        <>
          <Head title={t('attention.title')} lead={t('attention.count', { count: items.length })} />
          <ul className={ROWS}>
            {items.slice(0, isLong ? undefined : SHOWN).map((item) => (
              <AttentionRow
                key={`${item.kind} ${item.project_id} ${item.task_number}`}
                item={item}
                repository={repositoryOf(item.project_id)}
              />
            ))}
          </ul>
          {items.length > SHOWN && (
            <div className="border-t border-line px-5 py-3 sm:px-6">
              <Button variant="secondary" size="sm" onClick={() => setLong(!isLong)}>
                {isLong
                  ? t('attention.less')
                  : t('attention.more', { count: items.length - SHOWN })}
              </Button>
            </div>
          )}
        </>
      )}
      <div className={items.length > 0 ? 'border-t border-line' : ''}>
        <Head
          title={t('dashboard.recent.title')}
          lead={isAllInSync(problems) && <AllInSync />}
          action={
            <Link
              to={paths.projects}
              className="text-sm font-medium text-accent underline-offset-4 hover:underline"
            >
              {t('dashboard.recent.all')}
            </Link>
          }
        />
        {others.length > 0 ? (
          <ul className={ROWS}>
            <RecentRows projects={others} />
          </ul>
        ) : (
          <p className="px-5 pb-5 text-sm text-ink-soft sm:px-6">{t('dashboard.recent.above')}</p>
        )}
      </div>
    </section>
  )
}

const idOf = (one: ListProps['recent'][number]) => one.project?.id ?? null

const isAllInSync = ({ items, broken, states, isAnswered }: ListProps['problems']) =>
  isAnswered &&
  items.length + broken.length === 0 &&
  states.length > 0 &&
  states.every(({ state }) => state === 'in_sync' || state === 'never_pushed')

const FRAME = 'min-w-0 rounded-lg border border-line bg-surface'

const ROWS = 'divide-y divide-line border-t border-line'

function Head({ title, lead, action }: { title: string; lead?: ReactNode; action?: ReactNode }) {
  return (
    <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-5 py-4 sm:px-6">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 className="text-lg font-semibold">{title}</h2>
        {lead && <div className="text-sm text-ink-soft">{lead}</div>}
      </div>
      {action}
    </header>
  )
}

function AllInSync() {
  const { t } = useTranslation()

  return (
    <p className="flex items-center gap-1.5">
      <CheckIcon className="size-4 flex-none text-positive" />
      {t('attention.none')}
    </p>
  )
}

/** Shown once, for all projects: without a connection no state is known. */
function NotConnected() {
  const { t } = useTranslation()
  const { health } = useConnection()
  if (health !== 'none') return null

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-t-lg border-b border-line bg-sunken px-5 py-4 sm:px-6">
      <div className="text-sm">
        <p className="font-medium">{t('attention.notConnected')}</p>
        <p className="text-ink-soft">{t('github.connection.noneText')}</p>
      </div>
      <ConnectButton size="sm" />
    </div>
  )
}

const PLACES = [1, 2, 3, 4, 5]

function ListSkeleton() {
  return (
    <UnsizedPlaceholder>
      <div className={FRAME}>
        <div className="px-5 py-4 sm:px-6">
          <Skeleton className="h-6 w-48 max-w-full" />
        </div>
        <div className={ROWS}>
          {PLACES.map((place) => (
            <div key={place} className="grid gap-1.5 px-5 py-3 sm:px-6">
              <Skeleton className="h-4 w-48 max-w-full" />
              <Skeleton className="h-4 w-80 max-w-full" />
            </div>
          ))}
        </div>
      </div>
    </UnsizedPlaceholder>
  )
}
