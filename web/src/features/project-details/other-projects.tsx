import { Badge } from '@app/ui/badge.tsx'
import { Card } from '@app/ui/card.tsx'
import { UnsizedPlaceholder } from '@app/ui/unsized-placeholder.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { otherProjectsQuery } from '#api/projects.ts'
import { useMember } from '#api/session.ts'
import { projectPath } from '#config/paths.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { STATUS_WORDS } from './status-words.ts'

/** Renders nothing if there are none. Needs the messages of `project`. */
export function OtherProjects() {
  const { t } = useTranslation()
  const projects = useQuery(otherProjectsQuery(useMember().id))
  if (projects.isLoading) return <UnsizedPlaceholder />
  if (!projects.data?.length) return null

  return (
    <Card title={t('project.others.title')} lead={t('project.others.lead')}>
      <ul className="-my-3">
        {projects.data.map(({ id, name, description, status }) => (
          <li key={id} className="flex items-center gap-4 border-line py-3 not-first:border-t">
            <div className="min-w-0 flex-1">
              <Link
                to={projectPath(id)}
                className="block truncate py-1 font-medium text-accent underline-offset-4 hover:underline"
              >
                {name}
              </Link>
              {description && <p className="truncate text-sm text-ink-soft">{description}</p>}
            </div>
            <Badge>{t(STATUS_WORDS[status])}</Badge>
          </li>
        ))}
      </ul>
    </Card>
  )
}
