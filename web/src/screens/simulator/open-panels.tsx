import { useIdlePush } from '@app/sync-panels/idle-push'
import { Notice } from '@app/ui/notice.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { type ReactNode, useMemo } from 'react'
import { readStored, writeStored } from '#browser/storage.ts'
import { LogPanel } from '#features/simulator/log-panel.tsx'
import { SignInReminder } from '#features/simulator/sign-in-reminder.tsx'
import { useBuilderState } from '#features/simulator/use-builder.tsx'
import { useProjectSync } from '#features/simulator/use-project-sync.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { onDemandInPlace } from '#on-demand/in-place.tsx'
import { PanelFrame, type PanelName } from './panel-frame.tsx'

const WAITING = <Skeleton className="h-60 w-full" />

const PushPanel = onDemandInPlace(
  async () => (await import('@app/sync-panels/push')).PushPanel,
  WAITING,
)
const ImportTab = onDemandInPlace(async () => (await import('./import-tab.tsx')).ImportTab, WAITING)
const HistoryPanel = onDemandInPlace(
  async () => (await import('@app/sync-panels/history')).HistoryPanel,
  WAITING,
)
const IssuesPanel = onDemandInPlace(
  async () => (await import('@app/sync-panels/issues')).IssuesPanel,
  WAITING,
)
const AutomaticPanel = onDemandInPlace(
  async () => (await import('@app/sync-panels/automatic')).AutomaticPanel,
  WAITING,
)
const ProjectsPanel = onDemandInPlace(
  async () => (await import('@app/sync-panels/projects')).ProjectsPanel,
  WAITING,
)

type Props = { userId: string; isSignedOut: boolean }

/** The panels of a member with a session, and background work independent of the open panel. */
export function OpenPanels({ userId, isSignedOut }: Props) {
  const { t } = useTranslation()
  const { current } = useBuilderState()
  const store = useMemo(() => automaticStore(userId), [userId])
  const automatic = useIdlePush({ store, changedAt: current?.changedAt ?? 0, isSignedOut })
  const projectSync = useProjectSync(userId)
  const panels: Record<PanelName, ReactNode> = {
    push: <PushPanel />,
    import: <ImportTab />,
    history: <HistoryPanel />,
    issues: <IssuesPanel />,
    automatic: <AutomaticPanel automatic={automatic} />,
    projects: <ProjectsPanel sync={projectSync} />,
    log: <LogPanel />,
  }

  return (
    <div className="grid gap-4">
      {isSignedOut && <Notice tone="notice">{t('simulator.session.ended')}</Notice>}
      <PanelFrame panel={(name) => panels[name]} />
      <SignInReminder isDue={automatic.isReminderDue} onShown={automatic.noteReminder} />
    </div>
  )
}

function automaticStore(userId: string) {
  const key = `simulator-automatic-${userId}`

  return { read: () => readStored(key), write: (text: string) => writeStored(key, text) }
}
