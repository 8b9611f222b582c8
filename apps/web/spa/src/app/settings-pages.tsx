import { Suspense, lazy, useEffect, useRef } from 'react';
import type { ComponentType } from 'react';
import { Link, Navigate, getRouteApi } from '@tanstack/react-router';
import type { Permission } from '@sonde/contract';
import { useMay } from '../lib/platform-context.tsx';
import { Notice, Page } from '../ui/page.tsx';
import { SkeletonLines } from '../ui/skeleton.tsx';
import { NothingHere } from './nothing-here.tsx';

interface Area {
  readonly id: string;
  readonly label: string;
  readonly needs?: Permission;
  readonly View: ComponentType;
}

const areas: readonly Area[] = [
  {
    id: 'profile',
    label: 'Profile',
    View: lazy(() => import('../features/settings/profile.tsx').then((m) => ({ default: m.Profile }))),
  },
  {
    id: 'notifications',
    label: 'Notifications',
    View: lazy(() =>
      import('../features/settings/notification-preferences.tsx').then((m) => ({
        default: m.NotificationSettings,
      })),
    ),
  },
  {
    id: 'sessions',
    label: 'Sessions',
    View: lazy(() => import('../features/settings/sessions.tsx').then((m) => ({ default: m.Sessions }))),
  },
  {
    id: 'tokens',
    label: 'API tokens',
    needs: 'token:read',
    View: lazy(() => import('../features/settings/tokens.tsx').then((m) => ({ default: m.Tokens }))),
  },
  {
    id: 'models',
    label: 'AI models',
    needs: 'model:read',
    View: lazy(() => import('../features/settings/models.tsx').then((m) => ({ default: m.Models }))),
  },
  {
    id: 'prices',
    label: 'Model prices',
    needs: 'trace:read',
    View: lazy(() =>
      import('../features/settings/model-prices.tsx').then((m) => ({ default: m.ModelPrices })),
    ),
  },
  {
    id: 'members',
    label: 'Members',
    needs: 'member:read',
    View: lazy(() => import('../features/settings/members.tsx').then((m) => ({ default: m.Members }))),
  },
  {
    id: 'projects',
    label: 'Projects',
    needs: 'project:read',
    View: lazy(() => import('../features/settings/projects.tsx').then((m) => ({ default: m.Projects }))),
  },
  {
    id: 'usage',
    label: 'Usage',
    needs: 'usage:read',
    View: lazy(() => import('../features/settings/usage.tsx').then((m) => ({ default: m.Usage }))),
  },
  {
    id: 'audit',
    label: 'Audit log',
    needs: 'audit:read',
    View: lazy(() => import('../features/settings/audit.tsx').then((m) => ({ default: m.AuditLog }))),
  },
  {
    id: 'deleted',
    label: 'Recently deleted',
    needs: 'requirement:delete',
    View: lazy(() =>
      import('../features/settings/recently-deleted.tsx').then((m) => ({ default: m.RecentlyDeleted })),
    ),
  },
  {
    id: 'organization',
    label: 'Organization',
    needs: 'organization:read',
    View: lazy(() =>
      import('../features/settings/organization.tsx').then((m) => ({ default: m.OrganizationSettings })),
    ),
  },
];

const route = getRouteApi('/inside/settings/$area');

export function SettingsIndex() {
  return <Navigate to="/settings/$area" params={{ area: 'profile' }} replace />;
}

export function SettingsArea() {
  const may = useMay();
  const { area: id } = route.useParams();
  const area = areas.find((entry) => entry.id === id);
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a narrow screen the list scrolls sideways; the page one is on should be in sight.
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [id]);
  if (!area) return <NothingHere />;
  const allowed = area.needs === undefined || may(area.needs);
  return (
    <Page title={area.label} mark="Settings">
      <div className="grid items-start gap-6 lg:grid-cols-[11rem_minmax(0,1fr)]">
        <nav
          ref={list}
          aria-label="Settings"
          className="-mx-1 flex gap-1 overflow-x-auto p-1 lg:sticky lg:top-20 lg:grid"
        >
          {areas
            .filter((entry) => entry.needs === undefined || may(entry.needs))
            .map((entry) => (
              <Link
                key={entry.id}
                to="/settings/$area"
                params={{ area: entry.id }}
                className="flex min-h-9 shrink-0 items-center rounded-md px-3 py-1.5 text-muted touch:min-h-11 hover:bg-sunken hover:text-ink"
                activeProps={{ className: 'bg-signal-soft text-ink! font-medium', 'aria-current': 'page' }}
              >
                {entry.label}
              </Link>
            ))}
        </nav>
        <div className="grid min-w-0 gap-6">
          {allowed ? (
            <Suspense fallback={<SkeletonLines count={6} />}>
              <area.View />
            </Suspense>
          ) : (
            <Notice tone="warn">
              Your role does not include this page. Ask an owner or admin of your organization.
            </Notice>
          )}
        </div>
      </div>
    </Page>
  );
}
