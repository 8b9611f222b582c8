export { reviewsModule } from './module.ts';
export { shownReviews } from './views.ts';
