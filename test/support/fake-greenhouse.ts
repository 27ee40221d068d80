import type { ServerResponse } from 'node:http';
import { type Arrived, answerJson } from './forge-api.ts';

const JOB = {
  id: 44444,
  internal_job_id: 55555,
  title: 'Pantry Engineer',
  updated_at: '2026-02-03T10:00:00-05:00',
  requisition_id: '50',
  location: { name: 'Lisbon' },
  absolute_url: 'https://boards.example.com/larder/jobs/44444',
  metadata: null,
};
const DEPARTMENT = { id: 13583, name: 'Kitchen', parent_id: null, child_ids: [13585], jobs: [JOB] };
const OFFICE = {
  id: 8304,
  name: 'Lisbon',
  location: 'Lisbon, Portugal',
  departments: [DEPARTMENT],
  parent_id: null,
  child_ids: [],
};
const FULL_JOB = {
  ...JOB,
  content: '&lt;p&gt;Cook.&lt;/p&gt;',
  departments: [{ id: 13583, name: 'Kitchen' }],
  offices: [{ id: 8304, name: 'Lisbon' }],
};

/** Answers as the public job board API of Greenhouse is documented to, for one board, `larder`. */
export function answerAsGreenhouse({ method, target }: Arrived, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(target, 'http://greenhouse.example');
  const answers = new Map<string, unknown>([
    ['', { name: 'Larder', content: 'We keep things.' }],
    ['/jobs', { jobs: [searchParams.get('content') === 'true' ? FULL_JOB : JOB], meta: { total: 1 } }],
    [
      `/jobs/${JOB.id}`,
      { ...FULL_JOB, ...(searchParams.get('questions') === 'true' ? { questions: [] } : {}) },
    ],
    ['/departments', { departments: [DEPARTMENT] }],
    [`/departments/${DEPARTMENT.id}`, DEPARTMENT],
    ['/offices', { offices: [OFFICE] }],
    [`/offices/${OFFICE.id}`, OFFICE],
  ]);
  const answer = answers.get(pathname.replace('/v1/boards/larder', ''));
  if (method !== 'GET' || answer === undefined)
    answerJson(response, { status: 404, error: 'Job not found' }, 404);
  else answerJson(response, answer);
}
