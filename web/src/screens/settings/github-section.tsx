import { RepositoriesCard } from '#features/github/repositories-card.tsx'
import { ConnectionCard } from '#features/github-connection/connection-card.tsx'
import { RateLimitCard } from '#features/github-connection/rate-limit-card.tsx'
import { useConnection } from '#features/github-connection/use-connection.ts'
import { useNextInstallation } from '#features/github-connection/use-next-installation.ts'
import { GithubOutcome } from './github-outcome.tsx'

export function GithubSection() {
  const connection = useConnection()
  const { health, integration, rate } = connection
  useNextInstallation(health)
  const isUsable = health === 'healthy' || health === 'limited'

  return (
    <div className="grid gap-6">
      <GithubOutcome username={integration?.github_username ?? ''} />
      <ConnectionCard connection={connection} />
      {rate && isUsable && <RateLimitCard rate={rate} />}
      {isUsable && <RepositoriesCard username={integration?.github_username ?? ''} />}
    </div>
  )
}
