import { expect, test } from 'vitest'
import { newProject } from './test-project.ts'

test('types describe tables, views, functions, enums and composite types', async () => {
  const project = await newProject({ 'migrations/1_fleet.sql': FLEET })

  await project.run('migrate', 'up')
  const first = await project.run('types')

  expect(first).toMatchObject({ code: 0, complaint: '' })
  expect(blockOf(first.printed, 'boats')).toBe(BOATS)
  expect(first.printed).toContain('isOneToOne: true')
  expect(blockOf(first.printed, 'count_boats')).toContain(
    'Args: { kind: Database["public"]["Enums"]["kind"] }\n        Returns: number',
  )
  expect(first.printed).toContain('      kind: "ferry" | "tug"')
  expect(first.printed).toContain('long_boats: {')
  expect(first.printed).toContain('place: {\n        x: number | null')
})

const FLEET = `
  create type public.kind as enum ('ferry', 'tug');
  create type public.place as (x int, y int);
  create table public.boats (
    id bigint generated always as identity primary key,
    kind public.kind not null default 'tug',
    facts jsonb,
    length numeric
  );
  create table public.papers (boat bigint primary key references public.boats (id), at public.place);
  create view public.long_boats as select id, length from public.boats where length > 10;
  create function public.count_boats(kind public.kind) returns bigint language sql
    as 'select count(*) from public.boats as b where b.kind = $1';
`

const BOATS = `      boats: {
        Row: {
          facts: Json | null
          id: number
          kind: Database["public"]["Enums"]["kind"]
          length: number | null
        }
        Insert: {
          facts?: Json | null
          id?: never
          kind?: Database["public"]["Enums"]["kind"]
          length?: number | null
        }
        Update: {
          facts?: Json | null
          id?: never
          kind?: Database["public"]["Enums"]["kind"]
          length?: number | null
        }
        Relationships: []
      }`

function blockOf(types: string, name: string): string {
  const lines = types.split('\n')
  const from = lines.indexOf(`      ${name}: {`)

  return lines.slice(from, lines.indexOf('      }', from) + 1).join('\n')
}
