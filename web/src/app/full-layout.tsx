import { useEffect, useState } from 'react'
import { Outlet } from 'react-router'
import { useSession } from '#api/session/session.ts'
import { CommandButton } from '#app/commands/command-button.tsx'
import { whenIdle } from '#browser/when-idle.ts'
import { FeedbackButton } from '#features/feedback/feedback-button.tsx'
import { SiteFrame } from '#features/site/site-frame.tsx'
import { MenuButton } from '#on-demand/menu-button.tsx'

/** Header, main area, footer and the floating feedback button, which the header's menus open too. */
export function FullLayout() {
  const [isFeedbackOpen, setFeedbackOpen] = useState(false)
  const openFeedback = () => setFeedbackOpen(true)
  usePreloadedMenus()

  return (
    <>
      <SiteFrame tools={<CommandButton onFeedback={openFeedback} />} onFeedback={openFeedback}>
        <Outlet />
      </SiteFrame>
      <FeedbackButton isOpen={isFeedbackOpen} onOpenChange={setFeedbackOpen} />
    </>
  )
}

/** Members find the menus downloaded, also when the connection has gone in the meantime. */
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
