import { ExtensionSessionCard } from '#features/security/extension-session-card.tsx'
import { ApiCard } from './api-card.tsx'

export function DevelopmentSection() {
  return (
    <>
      <ApiCard />
      <ExtensionSessionCard />
    </>
  )
}
