import { Badge } from '@app/ui/badge.tsx'
import { Button } from '@app/ui/button.tsx'
import { EmptyState } from '@app/ui/empty-state.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { useAction } from '@app/ui/use-action.ts'
import { useState } from 'react'
import { usePanelTexts } from '#words/use-panel-texts.ts'

/** A project that the extension would send. */
export type ListedProject = {
  /** The builder's id. */
  id: string
  name: string
  /** `owner/name`, if it is linked. */
  repository: string | null
  /** Whether its files are in this browser. */
  isHere: boolean
}

export type SyncOutcome = {
  direction: 'sent' | 'fetched'
  updated: number
  conflicts: { name: string; reason: string }[]
  deleted: { id: string; name: string }[]
}

/** The list of projects, local and on the server, and how they are synchronised. */
export type ProjectSync = {
  projects: readonly ListedProject[]
  send: () => Promise<SyncOutcome>
  fetch: () => Promise<SyncOutcome>
  /** Removes a project from the list; the next "Send" informs the server. */
  remove: (id: string) => void
  /** Restores projects that the server deleted. */
  restore: (id: string) => Promise<void>
}

/** The panel for `sync-bolt-projects`: sends the list to the server, or fetches it. */
export function ProjectsPanel({ sync }: { sync: ProjectSync }) {
  const { t } = usePanelTexts()
  const { run, running, failure } = useAction<'send' | 'fetch'>()
  const [outcome, setOutcome] = useState<SyncOutcome | null>(null)
  const start = (name: 'send' | 'fetch') =>
    run(name, async () => {
      setOutcome(null)
      setOutcome(await sync[name]())
    })

  return (
    <div className="grid gap-5">
      <p className="max-w-prose text-sm text-ink-soft">{t('projectSync.lead')}</p>
      <div className="flex flex-wrap gap-3">
        <Button size="sm" isBusy={running === 'send'} onClick={() => start('send')}>
          {t('projectSync.send')}
        </Button>
        <Button
          variant="secondary"
          size="sm"
          isBusy={running === 'fetch'}
          onClick={() => start('fetch')}
        >
          {t('projectSync.fetch')}
        </Button>
      </div>
      {failure && (
        <Notice tone="danger">
          <p>{t('projectSync.failed')}</p>
          <Button
            variant="secondary"
            size="sm"
            className="mt-2"
            onClick={() => start(failure.name)}
          >
            {t('projectSync.tryAgain')}
          </Button>
        </Notice>
      )}
      {outcome && <Outcome outcome={outcome} restore={sync.restore} />}
      <Projects sync={sync} />
    </div>
  )
}

type OutcomeProps = { outcome: SyncOutcome; restore: ProjectSync['restore'] }

function Outcome({ outcome, restore }: OutcomeProps) {
  const { t } = usePanelTexts()
  const { direction, updated, conflicts, deleted } = outcome
  const counts = { updated, conflicts: conflicts.length, deleted: deleted.length }

  return (
    <div className="grid gap-3">
      <Notice tone={conflicts.length > 0 ? 'notice' : 'positive'}>
        {direction === 'sent' ? t('projectSync.sent', counts) : t('projectSync.fetched', counts)}
      </Notice>
      {conflicts.length > 0 && (
        <ul className="grid gap-1 text-sm">
          {conflicts.map(({ name, reason }) => (
            <li key={`${name} ${reason}`} className="break-words">
              {`${name}: ${reason}`}
            </li>
          ))}
        </ul>
      )}
      {deleted.length > 0 && (
        <ul aria-label={t('projectSync.deletions')} className="divide-y divide-line">
          {deleted.map((project) => (
            <Deletion key={project.id} project={project} restore={restore} />
          ))}
        </ul>
      )}
    </div>
  )
}

type DeletionProps = {
  project: SyncOutcome['deleted'][number]
  restore: ProjectSync['restore']
}

function Deletion({ project: { id, name }, restore }: DeletionProps) {
  const { t } = usePanelTexts()
  const { run, running, failure } = useAction<'undo'>()
  const [isBack, setBack] = useState(false)

  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-2 text-sm">
      <span className="min-w-0 break-words">
        {isBack ? t('projectSync.restored', { name }) : t('projectSync.deleted', { name })}
      </span>
      {!isBack && (
        <Button
          variant="secondary"
          size="sm"
          isBusy={running === 'undo'}
          aria-label={t('projectSync.undoNamed', { name })}
          onClick={() =>
            run('undo', async () => {
              await restore(id)
              setBack(true)
            })
          }
        >
          {t('projectSync.undo')}
        </Button>
      )}
      {failure && <p className="basis-full text-danger">{t('projectSync.undoFailed')}</p>}
    </li>
  )
}

function Projects({ sync: { projects, remove } }: { sync: ProjectSync }) {
  const { t } = usePanelTexts()
  if (projects.length === 0) {
    return <EmptyState title={t('projectSync.none')} text={t('projectSync.noneText')} />
  }

  return (
    <ul
      aria-label={t('projectSync.list')}
      className="divide-y divide-line rounded-md border border-line"
    >
      {projects.map(({ id, name, repository, isHere }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 text-sm">
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-center gap-2 font-medium break-words">
              {name}
              {isHere && <Badge>{t('projectSync.here')}</Badge>}
            </p>
            <p className="text-xs break-words text-ink-soft">
              {id}
              {repository && ` · ${repository}`}
            </p>
          </div>
          {!isHere && (
            <Button
              variant="quiet"
              size="sm"
              aria-label={t('projectSync.removeNamed', { name })}
              onClick={() => remove(id)}
            >
              {t('projectSync.remove')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
