import { returnsScalar } from '#data-api/plan/call-plan.ts'
import { qualified } from '#data-api/quoting/identifiers.ts'
import type { MediaHandler, Routine } from '#data-api/schema-cache/schema.ts'
import { SCALAR } from './call-sql.ts'
import { RESULT } from './source-sql.ts'

/** The alias of a result row in the outermost select. */
export const ROW = 'pgrst_row'

export type BodyForm =
  | { kind: 'none' }
  | { kind: 'json'; isSingle: boolean; stripsNulls: boolean }
  | { kind: 'csv' }
  | { kind: 'geojson' }
  /** Created by the operator's own SQL, and sent as bytes. */
  | { kind: 'handler'; handler: MediaHandler }

/** The response body, produced by the database. Built-in formats are cast to text, so that the driver does not parse them. */
export function bodySql(form: BodyForm, routine?: Routine): string {
  switch (form.kind) {
    case 'none':
      return `''`
    case 'json':
      return `${jsonSql(form, routine)}::text`
    case 'csv':
      return csvSql
    case 'geojson':
      return `json_build_object('type', 'FeatureCollection', 'features', coalesce(json_agg(ST_AsGeoJSON(${ROW})::json), '[]'))::text`
    case 'handler':
      return handlerSql(form.handler, routine)
  }
}

function handlerSql(handler: MediaHandler, routine: Routine | undefined): string {
  const { aggregate, rowType, isJsonb } = handler
  const scalar = `${ROW}.${SCALAR}`
  const isValue = routine !== undefined && returnsScalar(routine) && !routine.returns.isSet
  const rows = rowType === null ? ROW : `${ROW}::${qualified(rowType)}`
  const body =
    aggregate === null
      ? `(array_agg(${scalar}))[1]`
      : `${qualified(aggregate)}(${isValue ? scalar : rows})`

  // The binary format of jsonb begins with a version number.
  return isJsonb ? `${body}::json` : body
}

function jsonSql(
  { isSingle, stripsNulls }: { isSingle: boolean; stripsNulls: boolean },
  routine: Routine | undefined,
): string {
  const element = routine && returnsScalar(routine) ? `${ROW}.${SCALAR}` : ROW
  const isOne = isSingle || (routine !== undefined && !routine.returns.isSet)
  const rows = `json_agg(${element})${isOne ? '->0' : ''}`

  return `coalesce(${stripsNulls ? `json_strip_nulls(${rows})` : rows}, '${isOne ? 'null' : '[]'}')`
}

// A row cast to text is already quoted for CSV, except for its parentheses.
const csvSql = `
  (select coalesce(string_agg(pgrst_name, ','), '')
     from (select json_object_keys(row_to_json(pgrst_first)) as pgrst_name
             from (select * from ${RESULT} limit 1) pgrst_first) pgrst_header)
  || E'\\n' ||
  coalesce(string_agg(substring(${ROW}::text, 2, length(${ROW}::text) - 2), E'\\n'), '')`
