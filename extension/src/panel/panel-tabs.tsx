import { AutomaticPanel } from '@app/sync-panels/automatic'
import { HistoryPanel } from '@app/sync-panels/history'
import { type Automatic, waitingOf } from '@app/sync-panels/idle-push'
import { SNOOZE_MS } from '@app/sync-panels/idle-rule'
import { ImportPanel } from '@app/sync-panels/import'
import { IssuesPanel } from '@app/sync-panels/issues'
import { ProjectsPanel } from '@app/sync-panels/projects'
import { PushPanel } from '@app/sync-panels/push'
import type { PushService, PushState } from '@app/sync-panels/push-state'
import { SurroundingsProvider, useSurroundings } from '@app/sync-panels/surroundings'
import { Button } from '@app/ui/button.tsx'
import { EmptyState } from '@app/ui/empty-state.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { Tabs } from '@app/ui/tabs.tsx'
import { type ReactNode, useEffect, useState } from 'react'
import type { KnownProject } from '#store/storage.ts'
import { type PushSign, pushSign } from '#worker/push-signs.ts'
import { ask } from './ask.ts'
import { FasterWay } from './faster-way.tsx'
import { ConnectStep, FirstRun } from './first-run.tsx'
import { PanelHead } from './panel-head.tsx'
import { saveZip } from './save-zip.ts'
import { SettingsPanel } from './settings-panel.tsx'
import { type Overview, useChanges } from './use-overview.ts'
import { useProjectSync } from './use-project-sync.ts'
import { useExtensionSurroundings } from './use-surroundings.ts'
import { useWords } from './use-words.ts'
import { type WayIn, wayIn } from './way-in.ts'
import { ZipWays } from './zip-ways.tsx'

const NAMES = ['push', 'import', 'history', 'issues', 'automatic', 'projects', 'settings'] as const

type PanelName = (typeof NAMES)[number]

const IMPORTS = {
  start: (fullName: string, branch: string | null) => ask('startImport', fullName, branch),
  acceptSecrets: (id: string) => ask('acceptSecrets', id),
  remove: (id: string) => ask('deleteCopy', id),
  read: (id: string) => ask('readCopy', id),
  running: () => ask('runningImport'),
  saveZip,
}

/** One panel at a time. Those that need a project or an account say so. */
export function PanelTabs({ overview }: { overview: Overview }) {
  const { session, project } = overview
  useEffect(() => {
    // Locks and offers depend on the plan; the answer is announced.
    if (session && !session.isEnded) void ask('isPro', false).catch(() => undefined)
  }, [session])

  const way = wayIn(overview)
  if (way) return <NotConnected overview={overview} way={way} />
  if (!project) return <WithoutProject overview={overview} />
  return <WithProject key={project.id} overview={overview} project={project} />
}

function WithProject({ overview, project }: { overview: Overview; project: KnownProject }) {
  const surroundings = useExtensionSurroundings(overview, project)
  const state = usePushState(surroundings.pushing)
  const automatic = useAutomatic(project.id)
  const projectSync = useProjectSync()
  const service = { ...IMPORTS, isByBrowser: overview.settings.way === 'token' }
  const panels: Record<PanelName, ReactNode> = {
    push: <PushTab project={project} state={state} />,
    import: <ImportPanel service={service} />,
    history: <HistoryPanel />,
    issues: <IssuesPanel />,
    automatic: automatic && <AutomaticPanel automatic={automatic} />,
    projects: <ProjectsPanel sync={projectSync} />,
    settings: <SettingsPanel overview={overview} project={project} />,
  }

  return (
    <SurroundingsProvider value={surroundings}>
      <Frame overview={overview} sign={pushSign(state, false)} panel={(name) => panels[name]} />
    </SurroundingsProvider>
  )
}

function PushTab({ project, state }: { project: KnownProject; state: PushState | null }) {
  const { t } = useWords()
  const { pushing } = useSurroundings()
  const isFirst = project.target === null && (state === null || state.step !== 'done')
  const isOffline = state !== null && 'failure' in state && state.failure?.error.code === 'offline'
  const step = state === null || state.step === 'choose' ? 'choose' : 'push'

  return (
    <FirstRun current={isFirst ? step : null}>
      <div className="grid gap-5">
        <ZipWays project={project.id} />
        {isOffline && state.step !== 'choose' && (
          <Notice tone="plain">{t('extension.waiting')}</Notice>
        )}
        <FasterWay
          state={state}
          onAllowed={() => state?.step === 'review' && pushing.review(state.review.choice)}
        />
        <PushPanel isQuick />
      </div>
    </FirstRun>
  )
}

/** Settings and the list of projects are there in any case. */
function NotConnected({ overview, way }: { overview: Overview; way: WayIn }) {
  const projectSync = useProjectSync()
  const { project, session } = overview
  const sign: PushSign | null = session?.isEnded ? pushSign(null, true) : null

  return (
    <Frame
      overview={overview}
      sign={sign}
      panel={(name) => {
        if (name === 'settings') return <SettingsPanel overview={overview} project={null} />
        if (name === 'projects' && session) return <ProjectsPanel sync={projectSync} />
        const step = <ConnectStep way={way} project={project?.id ?? null} />
        // The steps lead to the first push; users who have pushed before do not see them.
        const isPath = name === 'push' && way.kind !== 'ended'
        return isPath ? <FirstRun current="connect">{step}</FirstRun> : step
      }}
    />
  )
}

function WithoutProject({ overview }: { overview: Overview }) {
  const { t } = useWords()
  const projectSync = useProjectSync()

  return (
    <Frame
      overview={overview}
      sign={null}
      panel={(name) => {
        if (name === 'settings') return <SettingsPanel overview={overview} project={null} />
        if (name === 'projects') return <ProjectsPanel sync={projectSync} />
        return (
          <EmptyState
            title={t('extension.noProject')}
            text={t('extension.noProjectText')}
            action={
              <Button onClick={() => void ask('openBuilder', '/')}>
                {t('extension.openBuilder')}
              </Button>
            }
          />
        )
      }}
    />
  )
}

type FrameProps = {
  overview: Overview
  sign: PushSign | null
  panel: (name: PanelName) => ReactNode
}

function Frame({ overview, sign, panel }: FrameProps) {
  const { t } = useWords()
  const [shown, setShown] = useState<PanelName>('push')

  return (
    <>
      <PanelHead overview={overview} sign={sign} onChangeTarget={() => setShown('settings')} />
      <main>
        <Tabs
          label={t('extension.tabs.label')}
          value={shown}
          onChange={(name) => setShown(name as PanelName)}
          keepsOpened
          isWrapped
          tabs={NAMES.map((name) => ({
            value: name,
            label: t(`extension.tabs.${name}`),
            content: (
              <>
                <h2 className="sr-only">{t(`extension.tabs.${name}`)}</h2>
                {panel(name)}
              </>
            ),
          }))}
        />
      </main>
    </>
  )
}

/** The state of the project's push, for what is shown beside its panel. */
function usePushState(pushing: PushService): PushState | null {
  const [state, setState] = useState<PushState | null>(null)
  useEffect(() => pushing.watch(setState), [pushing])

  return state
}

type Known = Awaited<ReturnType<typeof ask<'automatic'>>>

/** Automatic pushes are the worker's; the panel shows and changes what it remembers. Null before the first answer. */
function useAutomatic(project: string): Automatic | null {
  const changes = useChanges()
  const [known, setKnown] = useState<Known | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change is a reason to ask again.
  useEffect(() => {
    void ask('automatic', project).then(setKnown, () => undefined)
  }, [project, changes])
  if (!known) return null
  const { memory, nextAt, outcome } = known
  const change: Automatic['change'] = (part) => {
    // Called before any await: Chrome asks only during the user's gesture. Without it the sign at the button stays.
    if (part.reminds) void chrome.permissions.request({ permissions: ['notifications'] })
    setKnown({ ...known, memory: { ...memory, ...part } })
    void ask('changeAutomatic', part)
  }

  return {
    memory,
    change,
    nextAt: nextAt ?? null,
    isPushing: false,
    waiting: outcome && waitingOf(outcome, project),
    snooze: () => change({ snoozedUntil: Date.now() + SNOOZE_MS }),
    isReminderDue: false,
    noteReminder: () => undefined,
  }
}
