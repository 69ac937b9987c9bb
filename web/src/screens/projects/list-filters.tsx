import { Button } from '@app/ui/button.tsx'
import { ChoiceGroup } from '@app/ui/choice-group.tsx'
import { MenuChoices } from '@app/ui/menu-items.tsx'
import { SearchField } from '@app/ui/search-field.tsx'
import ArrowDownUp from 'lucide-react/icons/arrow-down-up'
import { useNavigate } from 'react-router'
import {
  PROJECT_FILTERS,
  PROJECT_SORTS,
  type ProjectFilter,
  type ProjectSort,
} from '#api/projects/project-list.ts'
import { type ListView, writeView } from '#features/linked-projects/list-view.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'
import { MenuButton } from '#on-demand/menu-button.tsx'

const FILTER_WORDS: Record<ProjectFilter, MessageKey> = {
  all: 'projects.show.all',
  attention: 'projects.show.attention',
  linked: 'projects.show.linked',
  shared: 'projects.show.shared',
  removed: 'projects.show.removed',
}

const SORT_WORDS: Record<ProjectSort, MessageKey> = {
  synced: 'projects.sort.synced',
  newest: 'projects.sort.newest',
  name: 'projects.sort.name',
}

type Props = {
  view: ListView
  /** How many need attention; null while that is unknown. */
  troubled: number | null
}

export function ListFilters({ view, troubled }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const show = (change: Partial<ListView>, replace = false) =>
    void navigate(writeView(view, change), { replace })

  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-4 xl:grid-cols-[minmax(0,1fr)_auto_auto]">
      <SearchField
        label={t('projects.search')}
        value={view.words}
        // Intermediate search words get no history entries.
        onSearch={(words) => show({ words }, true)}
      />
      <div className="max-xl:order-last max-xl:col-span-2">
        <ChoiceGroup
          label={t('projects.show.label')}
          name="show"
          isLabelHidden
          choices={PROJECT_FILTERS.map((value) => ({
            value,
            label: t(FILTER_WORDS[value], { count: troubled ?? '…' }),
          }))}
          value={view.show}
          onChange={(filter) => show({ show: filter })}
        />
      </div>
      <MenuButton
        trigger={
          <Button variant="secondary" size="sm" className="min-h-11">
            <ArrowDownUp aria-hidden="true" className="size-4 text-ink-soft" />
            <span className="sr-only">{t('projects.sort.label')}</span>
            <span className="max-sm:sr-only">{t(SORT_WORDS[view.sort])}</span>
          </Button>
        }
      >
        <MenuChoices
          choices={PROJECT_SORTS.map((value) => ({ value, label: t(SORT_WORDS[value]) }))}
          value={view.sort}
          onChange={(sort) => show({ sort })}
        />
      </MenuButton>
    </div>
  )
}
