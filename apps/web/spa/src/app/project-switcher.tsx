import { useEffect, useEffectEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ChevronsUpDown } from 'lucide-react';
import { usePlatform } from '../lib/platform-context.tsx';
import { projectsQuery } from '../lib/projects-query.ts';
import { buttonClass } from '../ui/button.tsx';
import { Menu, MenuChoice, MenuItem, MenuRule } from '../ui/menu.tsx';

const everything = 'all';

/** Narrows every list to one project, or to none. */
export function ProjectSwitcher() {
  const { api, projectId, chooseProject } = usePlatform();
  const navigate = useNavigate();
  const projects = useQuery(projectsQuery(api));
  const known = projects.data?.items ?? [];
  const current = known.find((project) => project.id === projectId);
  // A project that was deleted meanwhile would narrow every list to nothing, under the name of all projects.
  const isGone = projectId !== null && projects.isSuccess && current === undefined;
  const forget = useEffectEvent(() => chooseProject(null));
  useEffect(() => {
    if (isGone) forget();
  }, [isGone]);
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          className={buttonClass('quiet', 'small')}
          aria-label={`Project: ${current?.name ?? 'all projects'}`}
        >
          <span className="max-w-[9rem] truncate sm:max-w-60">{current?.name ?? 'All projects'}</span>
          <ChevronsUpDown aria-hidden size={15} className="text-muted" />
        </button>
      }
    >
      <MenuChoice
        label="Project"
        value={current?.id ?? everything}
        options={[
          { value: everything, label: 'All projects' },
          ...known.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(id) => chooseProject(id === everything ? null : id)}
      />
      <MenuRule />
      <MenuItem onSelect={() => void navigate({ to: '/settings/$area', params: { area: 'projects' } })}>
        Manage projects
      </MenuItem>
    </Menu>
  );
}
