import { Badge } from '@app/ui/badge.tsx'
import { Card } from '@app/ui/card.tsx'
import { Pagination } from '@app/ui/pagination.tsx'
import { Progress } from '@app/ui/progress.tsx'
import { type Column, type SortOrder, Table } from '@app/ui/table.tsx'
import { useState } from 'react'
import { GallerySection } from './gallery-section.tsx'

type Project = { name: string; status: string; pushes: number }

const PROJECTS: Project[] = [
  { name: 'Tide planner', status: 'active', pushes: 128 },
  { name: 'Recipe scaler', status: 'active', pushes: 47 },
  { name: 'Night bus', status: 'archived', pushes: 9 },
]

const COLUMNS: Column<Project>[] = [
  { id: 'name', title: 'Project', cell: ({ name }) => name, isSortable: true },
  { id: 'status', title: 'Status', cell: ({ status }) => <Badge>{status}</Badge> },
  { id: 'pushes', title: 'Pushes', cell: ({ pushes }) => pushes, isNumber: true, isSortable: true },
]

/** `name` makes the landmarks of the two themes distinct. */
export function Figures({ name }: { name: string }) {
  const [sort, setSort] = useState<SortOrder>({ column: 'name', direction: 'ascending' })

  return (
    <GallerySection title="Figures">
      <Card>
        <Table
          caption={`Projects, ${name}`}
          columns={COLUMNS}
          rows={sorted(PROJECTS, sort)}
          rowId={({ name }) => name}
          sort={sort}
          onSort={setSort}
        />
      </Card>
      <Pagination
        label={`Pages, ${name}`}
        summary="1–50 of 130"
        previousText="Previous"
        nextText="Next"
        previous={null}
        next={<a href="?page=2">{'Next'}</a>}
      />
      <Progress label="Requests left" value={3200} max={5000} />
      <Progress label="Requests left, few" value={400} max={5000} tone="danger" />
    </GallerySection>
  )
}

function sorted(projects: Project[], { column, direction }: SortOrder): Project[] {
  const sign = direction === 'ascending' ? 1 : -1
  const compare = (one: Project, other: Project) =>
    column === 'pushes' ? one.pushes - other.pushes : one.name.localeCompare(other.name)

  return projects.toSorted((one, other) => sign * compare(one, other))
}
