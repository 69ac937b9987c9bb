import { Button } from '@app/ui/button.tsx'
import { Card } from '@app/ui/card.tsx'
import { EmptyState } from '@app/ui/empty-state.tsx'
import { NoResults } from '@app/ui/no-results.tsx'
import { useNavigate } from 'react-router'
import type { ProjectFilter } from '#api/projects/project-list.ts'
import { type ListView, writeView } from '#features/linked-projects/list-view.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'

const EMPTY: Record<ProjectFilter, { title: MessageKey; text: MessageKey }> = {
  all: { title: 'projects.none.all', text: 'projects.none.allText' },
  attention: { title: 'projects.none.attention', text: 'projects.none.attentionText' },
  linked: { title: 'projects.none.linked', text: 'projects.none.linkedText' },
  shared: { title: 'projects.none.shared', text: 'projects.none.sharedText' },
  removed: { title: 'projects.none.removed', text: 'projects.none.removedText' },
}

/** No match, or an empty list. */
export function NothingListed({ view, onLink }: { view: ListView; onLink: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { title, text } = EMPTY[view.show]
  const isFiltered = view.words !== '' || view.page > 1
  const canLink = view.show === 'all' || view.show === 'linked'

  return (
    <Card>
      {isFiltered ? (
        <NoResults
          title={t('projects.noResults')}
          text={t('projects.noResultsText')}
          clearText={t('projects.clear')}
          onClear={() => void navigate(writeView(view, { words: '', show: 'all' }))}
        />
      ) : (
        <EmptyState
          title={t(title)}
          text={t(text)}
          action={canLink && <Button onClick={onLink}>{t('projects.add.link')}</Button>}
        />
      )}
    </Card>
  )
}
