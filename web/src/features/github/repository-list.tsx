import { Badge } from '@app/ui/badge.tsx'
import { LockIcon } from '@app/ui/icons.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { TimeAgo } from '@app/ui/time-ago.tsx'
import type { Repository } from '#api/github/github-calls.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

export function RepositoryList({ repositories }: { repositories: readonly Repository[] }) {
  return (
    <ul className="divide-y divide-line">
      {repositories.map((repository) => (
        <Row key={repository.id} repository={repository} />
      ))}
    </ul>
  )
}

function Row({ repository }: { repository: Repository }) {
  const { t } = useTranslation()
  const { full_name, html_url, description, default_branch, updated_at } = repository

  return (
    <li className="grid gap-x-6 py-3 sm:grid-cols-[1fr_auto]">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3">
          <a
            href={html_url}
            className="font-medium break-all text-accent underline-offset-4 hover:underline"
          >
            {full_name}
          </a>
          <Badge>
            {repository.private && <LockIcon className="size-3" />}
            {t(repository.private ? 'github.repositories.private' : 'github.repositories.public')}
          </Badge>
        </p>
        {description && <p className="truncate text-sm text-ink-soft">{description}</p>}
      </div>
      <p className="flex items-center gap-4 text-sm text-ink-soft">
        <span className="font-mono">{default_branch}</span>
        {updated_at && <TimeAgo at={updated_at} />}
      </p>
    </li>
  )
}

const PLACES = [1, 2, 3, 4, 5]

export function RepositorySkeleton() {
  return (
    <div aria-hidden="true" className="divide-y divide-line">
      {PLACES.map((place) => (
        <div key={place} className="grid gap-2 py-3">
          <Skeleton className="h-5 w-56 max-w-full" />
          <Skeleton className="h-4 w-80 max-w-full" />
        </div>
      ))}
    </div>
  )
}
