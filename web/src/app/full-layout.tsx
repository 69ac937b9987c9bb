import { useState } from 'react'
import { Outlet } from 'react-router'
import { CommandButton } from '#app/commands/command-button.tsx'
import { FeedbackButton } from '#features/feedback/feedback-button.tsx'
import { SiteFrame } from '#features/site/site-frame.tsx'

/** Header, main area, footer and the floating feedback button, which the header's menus open too. */
export function FullLayout() {
  const [isFeedbackOpen, setFeedbackOpen] = useState(false)
  const openFeedback = () => setFeedbackOpen(true)

  return (
    <>
      <SiteFrame tools={<CommandButton onFeedback={openFeedback} />} onFeedback={openFeedback}>
        <Outlet />
      </SiteFrame>
      <FeedbackButton isOpen={isFeedbackOpen} onOpenChange={setFeedbackOpen} />
    </>
  )
}
