import { SurroundingsProvider } from '@app/sync-panels/surroundings'
import { EmptyState } from '@app/ui/empty-state.tsx'
import { useOwnSession } from '#api/simulator/own-session.ts'
import { LogPanel } from '#features/simulator/log-panel.tsx'
import { useSimulatorSurroundings } from '#features/simulator/use-surroundings.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { OpenPanels } from './open-panels.tsx'
import { PanelFrame } from './panel-frame.tsx'

/** The extension's panels. Like the extension, they need a session and a project. */
export function PanelTabs({ userId }: { userId: string }) {
  const { t } = useTranslation()
  const session = useOwnSession()
  const surroundings = useSimulatorSurroundings(userId)

  if (session && surroundings) {
    return (
      <SurroundingsProvider value={surroundings}>
        <OpenPanels userId={userId} isSignedOut={session.isEnded} />
      </SurroundingsProvider>
    )
  }
  const missing = session ? (
    <EmptyState
      title={t('simulator.panels.noProjectTitle')}
      text={t('simulator.panels.noProject')}
    />
  ) : (
    <EmptyState
      title={t('simulator.session.pickUpFirst')}
      text={t('simulator.session.pickUpFirstText')}
    />
  )

  return <PanelFrame panel={(name) => (name === 'log' ? <LogPanel /> : missing)} />
}
