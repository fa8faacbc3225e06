// Mentis positions solved by trying every move: forced wins and losses of up to five plies.
//
// A second opinion of the search, written from the rules alone; it shares no code with the package
// and knows no evaluation. It is exact: a line is left early only when its answer is settled.
//
//     exhaustive solve < positions    one JSON object a line: position, mate, best
//     exhaustive moves < positions    one JSON object a line: position, moves
//     exhaustive perft DEPTH [wolf]   the number of action sequences from the start
//
// `mate` counts the plies until a King is taken, positive if by the side to move, null if neither
// side can force it within five. `best` lists every first move that keeps a win's distance or puts
// a loss off longest; it is empty where `mate` is null.

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

enum Type { SPEARS = 1, TRENCHMEN, NOBLES, WOLF, KING };

// A tile is its type plus eight if it is Red's. A stack is its tiles in fours of bits, the top one
// lowest; 0 is an empty square. Squares count a1, b1 .. g7.
using Stack = uint32_t;
constexpr int COLUMNS = 7, SQUARES = 49, NONE = -1;
const std::string LETTERS = "?STNWK";

int height(Stack stack) { return stack == 0 ? 0 : stack < 16 ? 1 : stack < 256 ? 2 : 3; }
int top_type(Stack stack) { return stack & 7; }
int owner(Stack stack) { return stack == 0 ? NONE : (stack >> 3) & 1; }
int tile_of(int side, int type) { return type + 8 * side; }
Stack put_on(Stack below, Stack above) { return below << 4 * height(above) | above; }

struct Position {
    std::array<uint16_t, SQUARES> board{};
    std::array<std::array<uint8_t, 5>, 2> hands{};  // by side and type
    uint8_t side = 0;                               // 0 Blue, 1 Red
};

struct Move {
    enum Kind : uint8_t { STEPS, DEPLOY, CAPTURE } kind = STEPS;
    uint8_t length = 0;                   // squares of a path, or tiles deployed
    std::array<uint8_t, 4> squares{};     // the path; the square of a deploy; attacker and target
    std::array<uint8_t, 4> left{};        // tiles left behind at each square of the path
    std::array<uint8_t, 3> tiles{};       // types deployed, bottom to top
};

// --- The board -----------------------------------------------------------------------------------

struct Step { int column, row; };
const std::array<Step, 8> DIRECTIONS{
    {{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, 1}, {-1, -1}, {1, -1}, {-1, 1}}};
constexpr int STRAIGHT = 4;  // the first four directions are the orthogonal ones

int opposite(int direction) { return direction ^ 1; }

int next_square(int square, int direction, int distance = 1) {
    int column = square % COLUMNS + DIRECTIONS[direction].column * distance;
    int row = square / COLUMNS + DIRECTIONS[direction].row * distance;
    return column < 0 || column > 6 || row < 0 || row > 6 ? NONE : row * COLUMNS + column;
}

bool is_hill(int square, int side) {
    int column = square % COLUMNS, row = square / COLUMNS;
    return row == (side == 0 ? 0 : 6) && column >= 2 && column <= 4;
}
bool is_any_hill(int square) { return is_hill(square, 0) || is_hill(square, 1); }

const std::array<std::array<int, 5>, 2> DEPLOYMENT{{{1, 5, 9, 10, 11}, {43, 47, 37, 38, 39}}};

// --- Captures ------------------------------------------------------------------------------------

int range_of(int type) { return type == SPEARS ? 3 : type == TRENCHMEN ? 2 : 1; }

bool is_immune(int target, int attacker) {
    return (target == SPEARS && attacker == NOBLES) ||
           (target == TRENCHMEN && attacker == SPEARS) ||
           (target == NOBLES && attacker == TRENCHMEN);
}

// The square that the top tile of `from` captures on in a direction, or NONE.
int target_of(const Position& position, int from, int direction) {
    int attacker = top_type(position.board[from]);
    if (direction >= STRAIGHT && attacker != WOLF) return NONE;
    int enemy = 1 - owner(position.board[from]), range = range_of(attacker);
    int target = next_square(from, direction, range);
    if (target == NONE || owner(position.board[target]) != enemy) return NONE;
    for (int distance = 1; distance <= range; ++distance) {
        Stack stack = position.board[next_square(from, direction, distance)];
        if (owner(stack) == enemy && is_immune(top_type(stack), attacker)) return NONE;
    }
    return target;
}

int king_square(const Position& position, int side) {
    for (int square = side == 0 ? 2 : 44; square <= (side == 0 ? 4 : 46); ++square)
        if (position.board[square] == uint32_t(tile_of(side, KING))) return square;
    return NONE;
}

bool takes_king(const Position& position) {
    int king = king_square(position, 1 - position.side);
    if (king == NONE) return false;
    for (int direction = 0; direction < 8; ++direction)
        for (int distance = 1; distance <= 3; ++distance) {
            int from = next_square(king, direction, distance);
            if (from == NONE) break;
            if (owner(position.board[from]) != position.side) continue;
            if (target_of(position, from, opposite(direction)) == king) return true;
        }
    return false;
}

// --- Every move ----------------------------------------------------------------------------------

// Calls visit(move, position after it) for every legal move until it returns true; tells whether it
// did. Captures and the King's moves come first, for they answer threats most often.
template <class Visit> class Moves {
  public:
    Moves(const Position& position, Visit visit)
        : position(position), visit(visit), side(position.side) {}

    bool visit_all() {
        if (king_square(position, side) == NONE) return false;
        return visit_captures() || visit_steps(true) || visit_steps(false) || visit_deploys();
    }

  private:
    const Position& position;
    Visit visit;
    int side;
    Move move;

    bool finish(Position& after) {
        after.side = 1 - side;
        bool is_done = visit(move, after);
        after.side = side;
        return is_done;
    }

    bool visit_captures() {
        for (int from = 0; from < SQUARES; ++from) {
            if (owner(position.board[from]) != side) continue;
            for (int direction = 0; direction < 8; ++direction) {
                int target = target_of(position, from, direction);
                if (target == NONE) continue;
                move = Move{Move::CAPTURE, 2, {uint8_t(from), uint8_t(target)}, {}, {}};
                Position after = position;
                after.board[target] >>= 4;
                if (finish(after)) return true;
            }
        }
        return false;
    }

    bool visit_steps(bool is_king) {
        for (int from = 0; from < SQUARES; ++from) {
            Stack stack = position.board[from];
            if (owner(stack) != side || (top_type(stack) == KING) != is_king) continue;
            move = Move{Move::STEPS, 1, {uint8_t(from)}, {}, {}};
            Position after = position;
            if (leave(after, top_type(stack), NONE, 0)) return true;
        }
        return false;
    }

    bool may_enter(const Position& now, int square, int type) {
        if (square == NONE) return false;
        Stack stack = now.board[square];
        if (type == KING) return is_hill(square, side) && stack == 0;
        if (is_any_hill(square)) return false;
        if (type == WOLF) return stack == 0;
        return stack == 0 || (owner(stack) == side && top_type(stack) != WOLF);
    }

    // Goes on from the last square of the path, where the moving tiles stand on top. `direction` is
    // that of the step before, `departed` how many tiles left the start square.
    bool leave(Position& now, int type, int direction, int departed) {
        int from = move.squares[move.length - 1];
        Stack whole = now.board[from];
        int directions = type == WOLF ? 8 : STRAIGHT;
        for (int left = 0; left <= std::min(2, height(whole) - 1); ++left) {
            int moving_height = height(whole) - left;
            Stack moving = whole & ((1u << 4 * moving_height) - 1);
            int departed_now = move.length == 1 ? moving_height : departed;
            for (int turn = 0; turn < directions; ++turn) {
                if (type == TRENCHMEN && direction != NONE && turn != direction) continue;
                int to = next_square(from, turn);
                if (!may_enter(now, to, type)) continue;
                if (to == move.squares[0] && moving_height == departed_now) continue;  // rules R4
                if (height(now.board[to]) + moving_height > 3) continue;
                Stack before = now.board[to];
                now.board[from] = whole >> 4 * moving_height;
                now.board[to] = put_on(before, moving);
                move.left[move.length - 1] = left;
                move.squares[move.length++] = to;
                bool is_done = arrive(now, type, turn, departed_now);
                --move.length;
                now.board[to] = before;
                now.board[from] = whole;
                if (is_done) return true;
            }
        }
        return false;
    }

    bool arrive(Position& now, int type, int direction, int departed) {
        int steps = move.length - 1;
        int most = type == NOBLES ? 3 : type == TRENCHMEN ? 2 : 1;
        if ((type != TRENCHMEN || steps == 2) && finish(now)) return true;
        return steps < most && leave(now, type, direction, departed);
    }

    bool visit_deploys() {
        for (int square : DEPLOYMENT[side]) {
            Stack stack = position.board[square];
            if (stack != 0 && (owner(stack) != side || top_type(stack) == WOLF)) continue;
            move = Move{Move::DEPLOY, 0, {uint8_t(square)}, {}, {}};
            Position after = position;
            bool has_wolf = stack == 0 && position.hands[side][WOLF] > 0;
            if (has_wolf && add_tile(after, square, WOLF, false)) return true;
            bool is_banned = false;
            for (int direction = 0; direction < STRAIGHT; ++direction) {
                int beside = next_square(square, direction);
                is_banned |= beside != NONE && owner(position.board[beside]) == 1 - side;
            }
            if (!is_banned && add_tiles(after, square)) return true;
        }
        return false;
    }

    bool add_tiles(Position& now, int square) {
        if (height(now.board[square]) == 3) return false;
        for (int type : {SPEARS, TRENCHMEN, NOBLES})
            if (now.hands[side][type] > 0 && add_tile(now, square, type, true)) return true;
        return false;
    }

    bool add_tile(Position& now, int square, int type, bool has_more) {
        Stack before = now.board[square];
        now.board[square] = put_on(before, tile_of(side, type));
        --now.hands[side][type];
        move.tiles[move.length++] = type;
        bool is_done = finish(now) || (has_more && add_tiles(now, square));
        --move.length;
        ++now.hands[side][type];
        now.board[square] = before;
        return is_done;
    }
};

template <class Visit> bool any_move(const Position& position, Visit visit) {
    return Moves<Visit>(position, visit).visit_all();
}

// --- The solver ----------------------------------------------------------------------------------

bool is_lost(const Position& position, int plies);

// Whether the side to move takes the King within so many plies (an odd number), whatever is played.
bool is_won(const Position& position, int plies) {
    if (takes_king(position)) return true;
    return plies >= 3 && any_move(position, [plies](const Move&, const Position& after) {
               return is_lost(after, plies - 1);
           });
}

// Whether the side to move loses its King within so many plies (an even number), whatever it plays.
bool is_lost(const Position& position, int plies) {
    if (takes_king(position)) return false;
    if (plies > 2 && is_lost(position, plies - 2)) return true;
    return !any_move(position, [plies](const Move&, const Position& after) {
        return !is_won(after, plies - 1);
    });
}

struct Answer {
    std::optional<int> mate;
    std::vector<Move> best;
};

template <class Keep> std::vector<Move> kept_moves(const Position& position, Keep keep) {
    std::vector<Move> moves;
    any_move(position, [&](const Move& move, const Position& after) {
        if (keep(after)) moves.push_back(move);
        return false;
    });
    return moves;
}

Answer solve(const Position& position) {
    if (king_square(position, position.side) == NONE) return {};  // the game is over
    for (int plies = 1; plies <= 5; plies += 2) {
        auto wins = kept_moves(position, [plies](const Position& after) {
            return plies == 1 ? king_square(after, after.side) == NONE : is_lost(after, plies - 1);
        });
        if (!wins.empty()) return {plies, wins};
        if (plies < 5 && is_lost(position, plies + 1))
            return {-plies - 1, kept_moves(position, [plies](const Position& after) {
                        return plies == 1 || !is_won(after, plies - 2);
                    })};
    }
    return {};
}

// --- Text ----------------------------------------------------------------------------------------

int parse_tile(char letter) {
    bool is_red = letter >= 'a';
    auto type = LETTERS.find(is_red ? letter - 'a' + 'A' : letter);
    if (type == std::string::npos || type == 0) throw std::invalid_argument("no such tile");
    return tile_of(is_red, int(type));
}

Position parse_position(const std::string& text) {
    std::istringstream fields(text);
    std::string board, side, hands;
    fields >> board >> side >> hands;
    if (hands.empty() || (side != "b" && side != "r")) throw std::invalid_argument("no position");
    Position position;
    position.side = side == "r";
    int column = 0, row = 6;
    bool is_inside = false;
    Stack stack = 0;
    for (char letter : board) {
        if (letter == '/') { column = 0; --row; continue; }
        if (letter >= '1' && letter <= '7') { column += letter - '0'; continue; }
        if (letter == '(') { is_inside = true; stack = 0; continue; }
        if (letter != ')') stack = put_on(is_inside ? stack : 0, parse_tile(letter));
        else is_inside = false;
        if (is_inside) continue;
        if (row < 0 || column > 6) throw std::invalid_argument("off the board");
        position.board[row * COLUMNS + column++] = stack;
    }
    int tile = 0;
    for (char letter : hands) {
        if (letter == '/' || letter == '-') continue;
        if (letter < '0' || letter > '9') tile = parse_tile(letter);
        else position.hands[tile >> 3][tile & 7] = letter - '0';
    }
    return position;
}

std::string format_square(int square) {
    return {char('a' + square % COLUMNS), char('1' + square / COLUMNS)};
}

std::string format_move(const Move& move) {
    std::string text;
    if (move.kind == Move::CAPTURE)
        return format_square(move.squares[0]) + "x" + format_square(move.squares[1]);
    if (move.kind == Move::DEPLOY) {
        for (int index = 0; index < move.length; ++index) text += LETTERS[move.tiles[index]];
        return text + format_square(move.squares[0]);
    }
    for (int index = 0; index < move.length; ++index) {
        if (index > 0) text += std::string(move.left[index - 1], '#') + "-";
        text += format_square(move.squares[index]);
    }
    return text;
}

std::string format_moves(const std::vector<Move>& moves) {
    std::vector<std::string> texts;
    for (const Move& move : moves) texts.push_back('"' + format_move(move) + '"');
    std::sort(texts.begin(), texts.end());
    std::string list;
    for (const std::string& text : texts) list += (list.empty() ? "" : ", ") + text;
    return "[" + list + "]";
}

uint64_t perft(const Position& position, int depth) {
    uint64_t count = 0;
    any_move(position, [&](const Move&, const Position& after) {
        count += depth == 1 ? 1 : perft(after, depth - 1);
        return false;
    });
    return count;
}

int main(int count, char** arguments) {
    std::ios::sync_with_stdio(false);
    std::string act = count > 1 ? arguments[1] : "";
    if (act == "perft" && count > 2) {
        std::string hands = count > 3 ? "S3T3N3W1/s3t3n3w1" : "S3T3N3/s3t3n3";
        Position start = parse_position("3k3/7/7/7/7/7/3K3 b " + hands + " 1");
        std::cout << perft(start, std::atoi(arguments[2])) << "\n";
        return 0;
    }
    if (act != "solve" && act != "moves") {
        std::cerr << "exhaustive solve|moves < positions, or exhaustive perft DEPTH [wolf]\n";
        return 2;
    }
    for (std::string line; std::getline(std::cin, line);) {
        try {
            Position position = parse_position(line);
            std::cout << "{\"position\": \"" << line << "\", ";
            if (act == "moves") {
                auto moves = kept_moves(position, [](const Position&) { return true; });
                std::cout << "\"moves\": " << format_moves(moves) << "}" << std::endl;
                continue;
            }
            Answer answer = solve(position);
            std::cout << "\"mate\": " << (answer.mate ? std::to_string(*answer.mate) : "null");
            std::cout << ", \"best\": " << format_moves(answer.best) << "}" << std::endl;
        } catch (const std::invalid_argument& error) {
            std::cerr << line << ": " << error.what() << "\n";
            return 2;
        }
    }
    return 0;
}
