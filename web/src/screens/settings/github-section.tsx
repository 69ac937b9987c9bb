import { RepositoriesCard } from '#features/github/repositories-card.tsx'
import { ConnectionCard } from '#features/github-connection/connection-card.tsx'
import { useConnection } from '#features/github-connection/use-connection.ts'
import { useNextInstallation } from '#features/github-connection/use-next-installation.ts'
import { GithubOutcome } from './github-outcome.tsx'

export function GithubSection() {
  const connection = useConnection()
  const { health, integration } = connection
  useNextInstallation(health)
  const isUsable = health === 'healthy' || health === 'limited'

  return (
    <div className="grid gap-6">
      <GithubOutcome username={integration?.github_username ?? ''} />
      <ConnectionCard connection={connection} />
      {isUsable && <RepositoriesCard username={integration?.github_username ?? ''} />}
    </div>
  )
}
