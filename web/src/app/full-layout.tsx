import { useEffect, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useSession } from '#api/session/session.ts'
import { CommandButton } from '#app/commands/command-button.tsx'
import { whenIdle } from '#browser/when-idle.ts'
import { paths } from '#config/paths.ts'
import { FeedbackButton } from '#features/feedback/feedback-button.tsx'
import { SiteFrame } from '#features/site/site-frame.tsx'
import { MenuButton } from '#on-demand/menu-button.tsx'

/** Header, main area, footer and the floating feedback button, which the header's menus also open. */
export function FullLayout() {
  const [isFeedbackOpen, setFeedbackOpen] = useState(false)
  const openFeedback = () => setFeedbackOpen(true)
  const { pathname } = useLocation()
  usePreloadedMenus()

  return (
    <>
      <SiteFrame
        tools={<CommandButton onFeedback={openFeedback} />}
        onFeedback={openFeedback}
        isFooterFolded={isInApplication(pathname)}
      >
        <Outlet />
      </SiteFrame>
      <FeedbackButton isOpen={isFeedbackOpen} onOpenChange={setFeedbackOpen} />
    </>
  )
}

/** Pages that need a session. */
const APPLICATION = [
  paths.dashboard,
  paths.projects,
  paths.settings,
  paths.githubDemo,
  paths.simulator,
  paths.admin,
]

const isInApplication = (pathname: string) =>
  APPLICATION.some((path) => pathname === path || pathname.startsWith(`${path}/`))

/** Preloads menus for members, so that they also work after the connection is lost. */
function usePreloadedMenus() {
  const isMember = useSession().status === 'member'

  useEffect(() => {
    if (!isMember) return
    return whenIdle(() => {
      for (const preload of PRELOADS) preload()
    })
  }, [isMember])
}

const PRELOADS = [MenuButton.preload, CommandButton.preload, FeedbackButton.preload]
