/* The rules core of Copenhagen hnefatafl in C: what the kernel's speed is held against.
 *
 * Movement, custodial capture with hostile squares, the king by four sides, escape in the corner, the loss of all
 * attackers. No shieldwall, no exit fort, no encirclement, no repetition, and no other rules but these.
 *
 * It does so in the plain way: a byte a square on a board with a rim of walls, tables of who may stop and who is
 * threatened, lists of the pieces, leaves counted one by one, random moves by drawing a piece and a square, and walking
 * there, until that is a legal move.
 *
 *   core perft DEPTH   the numbers of lines up to that depth, counted both ways
 *   core games N       the mean length of N random games, and how many each side won
 *   core               answers lines "SUBJECT MEASURE ARGUMENT SECONDS" as worker.py does
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { N = 11, STRIDE = N + 2, AREA = STRIDE * STRIDE, HALF = N - 1, LINES = 2 * HALF };
enum { ATTACKER = 1, DEFENDER = 2, KING = 4, WALL = 8, KINGSMEN = DEFENDER | KING };
enum { ONGOING, ATTACKERS_WIN, DEFENDERS_WIN };
enum { KING_TAKEN = 16, TRIES = 400, LIMIT = 2000, MOST_MOVES = 1024, DEEPEST = 16 };

static const char START[] = "...aaaaa........a................a....d....aa...ddd...aaa.ddkdd.aaa...ddd...aa....d....a"
                            "................a........aaaaa...";
static const int STEPS[4] = {1, -1, STRIDE, -STRIDE};

static uint8_t stop[AREA];    /* who may end a move here */
static uint8_t hostile[AREA]; /* whom the square threatens while it is empty */
static uint8_t corner[AREA];

typedef struct {
    uint8_t cells[AREA];
    uint8_t slot[AREA];     /* where in its side's list the piece on a square stands */
    uint8_t pieces[2][64];
    int count[2];
    int king, side, over;
} Board;

static Board start;

static void set_up(void)
{
    memset(start.cells, WALL, sizeof start.cells);
    for (int r = 0; r < N; r++)
        for (int f = 0; f < N; f++) {
            int q = (r + 1) * STRIDE + f + 1;
            int in_corner = (r == 0 || r == N - 1) && (f == 0 || f == N - 1);
            int in_centre = r == N / 2 && f == N / 2;
            char c = START[r * N + f];
            stop[q] = in_corner || in_centre ? KING : ATTACKER | KINGSMEN;
            hostile[q] = in_centre ? ATTACKER | KINGSMEN : in_corner ? ATTACKER | DEFENDER : 0;
            corner[q] = in_corner;
            start.cells[q] = c == 'a' ? ATTACKER : c == 'd' ? DEFENDER : c == 'k' ? KING : 0;
            if (c == 'k')
                start.king = q;
            if (c != '.') {
                int side = c != 'a';
                start.slot[q] = start.count[side];
                start.pieces[side][start.count[side]++] = q;
            }
        }
}

static inline int threatens(const Board *b, int q, int victim, int partners)
{
    int held = b->cells[q];
    return held ? held & partners : hostile[q] & victim;
}

static void strike(Board *b, int side, int q)
{
    int at = b->slot[q];
    int last = b->pieces[side][--b->count[side]];
    b->pieces[side][at] = last;
    b->slot[last] = at;
    b->cells[q] = 0;
}

/* Play a legal move; return what it took, a bit for each direction. */
static inline int make(Board *b, int q, int to)
{
    uint8_t *cells = b->cells;
    int piece = cells[q], side = b->side, taken = 0;
    cells[q] = 0;
    cells[to] = piece;
    b->pieces[side][b->slot[q]] = to;
    b->slot[to] = b->slot[q];
    b->side = 1 - side;
    if (side == 0) {
        for (int i = 0; i < 4; i++) {
            int victim = to + STEPS[i];
            if (cells[victim] == DEFENDER) {
                if (threatens(b, victim + STEPS[i], DEFENDER, ATTACKER)) {
                    strike(b, 1, victim);
                    taken |= 1 << i;
                }
            } else if (cells[victim] == KING) {
                int sides = 0;
                for (int j = 0; j < 4; j++)
                    sides += threatens(b, victim + STEPS[j], KING, ATTACKER) != 0;
                if (sides == 4) {
                    b->over = ATTACKERS_WIN;
                    taken |= KING_TAKEN;
                }
            }
        }
        return taken;
    }
    if (piece == KING) {
        b->king = to;
        if (corner[to])
            b->over = DEFENDERS_WIN;
    }
    for (int i = 0; i < 4; i++) {
        int victim = to + STEPS[i];
        if (cells[victim] == ATTACKER && threatens(b, victim + STEPS[i], ATTACKER, KINGSMEN)) {
            strike(b, 0, victim);
            taken |= 1 << i;
        }
    }
    if (b->count[0] == 0)
        b->over = DEFENDERS_WIN;
    return taken;
}

static inline void unmake(Board *b, int q, int to, int taken)
{
    uint8_t *cells = b->cells;
    int piece = cells[to], side = 1 - b->side;
    cells[to] = 0;
    cells[q] = piece;
    b->pieces[side][b->slot[to]] = q;
    b->slot[q] = b->slot[to];
    b->side = side;
    b->over = ONGOING;
    if (piece == KING)
        b->king = q;
    for (int i = 0; taken & 15; taken &= ~(1 << i), i++)
        if (taken >> i & 1) {
            int victim = to + STEPS[i];
            cells[victim] = side == 0 ? DEFENDER : ATTACKER;
            b->slot[victim] = b->count[1 - side];
            b->pieces[1 - side][b->count[1 - side]++] = victim;
        }
}

static int fill(const Board *b, uint32_t *out)
{
    int n = 0;
    for (int i = 0; i < b->count[b->side]; i++) {
        int q = b->pieces[b->side][i], piece = b->cells[q];
        for (int j = 0; j < 4; j++)
            for (int to = q + STEPS[j]; !b->cells[to]; to += STEPS[j])
                if (stop[to] & piece)
                    out[n++] = q << 8 | to;
    }
    return n;
}

static int count(const Board *b)
{
    int n = 0;
    for (int i = 0; i < b->count[b->side]; i++) {
        int q = b->pieces[b->side][i], piece = b->cells[q];
        for (int j = 0; j < 4; j++)
            for (int to = q + STEPS[j]; !b->cells[to]; to += STEPS[j])
                n += (stop[to] & piece) != 0;
    }
    return n;
}

static int64_t perft(Board *b, int depth, int bulk, uint32_t *out)
{
    if (bulk && depth == 1)
        return count(b);
    int64_t lines = 0;
    int n = fill(b, out);
    for (int i = 0; i < n; i++) {
        int q = out[i] >> 8, to = out[i] & 255;
        int taken = make(b, q, to);
        if (depth == 1)
            lines++;
        else if (!b->over)
            lines += perft(b, depth - 1, bulk, out + n);
        unmake(b, q, to, taken);
    }
    return lines;
}

static int64_t lines(int depth, int bulk)
{
    static uint32_t out[MOST_MOVES * DEEPEST];
    Board b = start;
    return perft(&b, depth, bulk, out);
}

static uint64_t word = 0x9E3779B97F4A7C15;

static uint32_t below(uint32_t n)
{
    for (;;) {
        word ^= word << 13;
        word ^= word >> 7;
        word ^= word << 17;
        uint64_t product = (word >> 32) * n;
        /* The few words that would favour some numbers are drawn again. */
        if ((uint32_t)product >= n || (uint32_t)product >= -n % n)
            return product >> 32;
    }
}

/* A random legal move, all equally likely; -1 if there is none. */
static int draw(const Board *b)
{
    const uint8_t *cells = b->cells;
    uint32_t choices = b->count[b->side] * LINES;
    for (int tries = 0; tries < TRIES; tries++) {
        uint32_t number = below(choices);
        int q = b->pieces[b->side][number / LINES], j = number % LINES, step, to;
        if (j < HALF) {
            step = 1;
            to = q - q % STRIDE + j + 1;
        } else {
            step = STRIDE;
            to = (j - HALF + 1) * STRIDE + q % STRIDE;
        }
        if (to >= q)
            to += step;
        else
            step = -step;
        if (cells[to] || !(stop[to] & cells[q]))
            continue;
        int z = q + step;
        while (z != to && !cells[z])
            z += step;
        if (z == to)
            return q << 8 | to;
    }
    uint32_t out[MOST_MOVES];
    int n = fill(b, out);
    return n ? (int)out[below(n)] : -1;
}

/* Play random moves to the end or the limit; return how many. */
static int play_out(Board *b)
{
    *b = start;
    int plies = 0;
    while (!b->over && plies < LIMIT) {
        int move = draw(b);
        if (move < 0) {
            b->over = b->side == 0 ? DEFENDERS_WIN : ATTACKERS_WIN;
            break;
        }
        make(b, move >> 8, move & 255);
        plies++;
    }
    return plies;
}

static double seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

static int64_t work(const char *measure, int argument)
{
    Board b;
    if (!strcmp(measure, "perft_made"))
        return lines(argument, 0);
    if (!strcmp(measure, "perft_bulk"))
        return lines(argument, 1);
    return play_out(&b);
}

static void serve(void)
{
    char subject[64], measure[64];
    int argument;
    double least;
    while (scanf("%63s %63s %d %lf", subject, measure, &argument, &least) == 4) {
        int64_t done = 0;
        double begin = seconds(), spent;
        do {
            done += work(measure, argument);
            spent = seconds() - begin;
        } while (spent < least);
        printf("%.17g\n", done / spent);
        fflush(stdout);
    }
}

int main(int argc, char **argv)
{
    set_up();
    if (argc == 3 && !strcmp(argv[1], "perft")) {
        for (int depth = 1; depth <= atoi(argv[2]) && depth <= DEEPEST; depth++)
            printf("%lld %lld\n", (long long)lines(depth, 0), (long long)lines(depth, 1));
    } else if (argc == 3 && !strcmp(argv[1], "games")) {
        int games = atoi(argv[2]), won[3] = {0};
        int64_t plies = 0;
        Board b;
        for (int i = 0; i < games; i++) {
            plies += play_out(&b);
            won[b.over]++;
        }
        printf("%.1f %d %d\n", (double)plies / games, won[ATTACKERS_WIN], won[DEFENDERS_WIN]);
    } else {
        serve();
    }
    return 0;
}
